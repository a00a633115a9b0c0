import { RadioGroup } from 'radix-ui'
import { useId } from 'react'

type ChoiceChipsProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

/** One of a few, all in sight: radio buttons that look like chips. */
export function ChoiceChips<Value extends string>(props: ChoiceChipsProps<Value>) {
  const id = useId()
  const { label, options, value, onChange } = props
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="font-medium text-sm">
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className="flex flex-wrap gap-2"
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className="min-h-11 rounded-full border border-edge px-4 text-sm transition duration-150 hover:bg-line/50 data-[state=checked]:border-text data-[state=checked]:bg-text data-[state=checked]:font-medium data-[state=checked]:text-ink"
          >
            {option.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}

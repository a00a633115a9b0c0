import { RadioGroup } from 'radix-ui'

type ChoiceProps<Value extends string> = {
  /** What is being chosen, for whoever cannot see that the parts belong together. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

/** A few things of which one holds, side by side: what is chosen changes what follows. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(chosen) => onChange(chosen as Value)}
      className="grid auto-cols-fr grid-flow-col gap-1 rounded-control border border-edge bg-ink p-1"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="min-h-11 rounded-[calc(var(--radius-control)-3px)] px-4 font-medium text-muted transition duration-150 hover:text-text data-[state=checked]:bg-line data-[state=checked]:text-text"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

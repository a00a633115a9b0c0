import { type ReactNode, useId } from 'react'

type ChoiceProps<Value extends string> = {
  /** What is being chosen, for screen readers. */
  label: string
  options: readonly { value: Value; label: string }[]
  /** Null while nothing is chosen. */
  value: Value | null
  onChange(value: Value): void
  /** A segmented bar whose choice changes what follows, or chips below a visible label. */
  look?: 'bar' | 'chips'
}

const GROUP = {
  bar: 'grid auto-cols-fr grid-flow-col gap-1 tight:grid-flow-row rounded-control border border-edge bg-ink p-1',
  chips: 'flex flex-wrap gap-2',
}
const OPTION = {
  bar: 'rounded-[calc(var(--radius-control)-3px)] font-medium text-muted hover:text-text has-checked:bg-line has-checked:text-text',
  chips:
    'rounded-full border border-edge text-sm hover:bg-line/50 has-checked:border-text has-checked:bg-text has-checked:font-medium has-checked:text-ink',
}

/** One of a few options, all visible: native radio buttons, so that the browser's own keys work. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const id = useId()
  const { label, options, value, onChange, look = 'bar' } = props
  const group = (
    <div role="radiogroup" aria-label={label} className={GROUP[look]}>
      {options.map((option) => (
        <label
          key={option.value}
          className={`relative flex min-h-11 cursor-pointer items-center justify-center px-4 text-center transition duration-150 has-focus-visible:outline-2 has-focus-visible:outline-text has-focus-visible:outline-offset-2 ${OPTION[look]}`}
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
  return look === 'bar' ? group : <Labelled label={label}>{group}</Labelled>
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="font-medium text-sm">
        {label}
      </span>
      {children}
    </div>
  )
}

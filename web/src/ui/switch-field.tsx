import { type ReactNode, useId } from 'react'

type SwitchFieldProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  /** On phones its label stands above it, for several side by side. */
  stacked?: boolean
  /** The id of what says why it is disabled. */
  reason?: string | undefined
  onChange(checked: boolean): void
}

/** A switch that takes effect at once. */
export function SwitchField({
  label,
  hint,
  checked,
  disabled = false,
  stacked = false,
  reason,
  onChange,
}: SwitchFieldProps) {
  const id = useId()
  return (
    <div
      className={`flex items-center justify-between gap-6 rounded-control border border-line px-4 py-3 ${stacked ? 'max-sm:flex-col max-sm:items-start max-sm:gap-2 max-sm:px-3' : ''}`}
    >
      <label htmlFor={id} className={`flex-1 ${disabled ? 'text-muted' : 'cursor-pointer'}`}>
        <span className="block font-medium">{label}</span>
        {hint && <span className="mt-0.5 block text-muted text-sm">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={reason}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-8 w-14 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-ink transition duration-150 before:absolute before:top-0.75 before:left-1 before:size-6 before:rounded-full before:bg-muted before:transition before:duration-150 checked:border-accent checked:bg-accent checked:before:translate-x-5.5 checked:before:bg-on-accent disabled:cursor-not-allowed disabled:opacity-50"
      />
    </div>
  )
}

import { Switch } from 'radix-ui'
import { useId } from 'react'

type SwitchFieldProps = { label: string; hint?: string; checked: boolean; onChange(checked: boolean): void }

/** One thing on or off, at once. */
export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6 rounded-control border border-line px-4 py-3">
      <label htmlFor={id} className="flex-1 cursor-pointer">
        <span className="block font-medium">{label}</span>
        {hint && <span className="mt-0.5 block text-muted text-sm">{hint}</span>}
      </label>
      <Switch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="relative h-8 w-14 shrink-0 rounded-full border border-edge bg-ink transition duration-150 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-6 translate-x-1 rounded-full bg-muted transition duration-150 data-[state=checked]:translate-x-7 data-[state=checked]:bg-on-accent" />
      </Switch.Root>
    </div>
  )
}

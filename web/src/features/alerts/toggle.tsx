import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type ToggleProps = {
  on: boolean
  /** What is switched; the text alone says how it stands. */
  label: string
  icon: 'person' | 'bell'
  text: string
  busy: boolean
  onPress(): void
}

/** A button that is pressed while something is wanted. */
export function Toggle({ on, label, icon, text, busy, onPress }: ToggleProps) {
  return (
    <Button look="secondary" aria-label={label} aria-pressed={on} busy={busy} onClick={onPress}>
      <Icon name={on ? 'check' : icon} className="size-5" />
      {text}
    </Button>
  )
}

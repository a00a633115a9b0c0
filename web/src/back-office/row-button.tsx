import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

/** A deed in the row of a list: its label says on whom, for whoever hears the buttons one by one. */
export function RowButton({
  label,
  look = 'secondary',
  ...rest
}: ComponentProps<typeof Button> & { label: string }) {
  return <Button {...rest} look={look} aria-label={label} className="min-h-11 px-3 py-1.5 text-sm" />
}

import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

/** An action in a row of a list: its label names the row, for screen readers. */
export function RowButton({
  label,
  look = 'secondary',
  ...rest
}: ComponentProps<typeof Button> & { label: string }) {
  return <Button {...rest} look={look} aria-label={label} className="min-h-11 px-3 py-1.5 text-sm" />
}

import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What is wrong with a field, below it: a sign and a sentence, not colour alone. */
export function ErrorNote({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-loss text-sm">
      <Icon name="info" className="mt-[.2rem] size-4" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

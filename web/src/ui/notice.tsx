import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A short sentence to read before acting. `tone` loss is for what went wrong. */
export function Notice({
  children,
  tone = 'plain',
  id,
}: {
  children: ReactNode
  tone?: 'plain' | 'loss'
  id?: string | undefined
}) {
  const colour = tone === 'loss' ? 'border-loss/60 text-loss' : 'border-line text-muted'
  return (
    <div
      id={id}
      role={tone === 'loss' ? 'alert' : undefined}
      className={`flex items-start gap-3 rounded-control border px-4 py-3 text-sm ${colour}`}
    >
      <Icon name="info" className="mt-0.5 size-4" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

import { type ReactNode, useId } from 'react'

/** A section of the screen, under its title. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-sheet border border-line bg-raised p-5 sm:p-6">
      <h2 id={id} className="section-title text-xl">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-[60ch] text-muted text-sm">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}

/** A line of a list: what it is, and what can be done about it. */
export function Line({ title, note, action }: { title: ReactNode; note?: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-x-4 py-2">
      <div className="min-w-0">
        <p className="break-words">{title}</p>
        {note && <p className="text-muted text-sm">{note}</p>}
      </div>
      {action}
    </li>
  )
}

export function Lines({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {children}
    </ul>
  )
}

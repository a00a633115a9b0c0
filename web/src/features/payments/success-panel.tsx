import { type ReactNode, useEffect, useRef } from 'react'
import { Ring } from '../../ui/ring.tsx'

type SuccessPanelProps = { title: string; lines: string[]; tone?: 'live' | 'muted'; children: ReactNode }

/** The payment has been sent: the ring breathes once. It takes the focus from the form that it replaces. */
export function SuccessPanel({ title, lines, tone = 'live', children }: SuccessPanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="status"
      className="mx-auto flex max-w-lg flex-col items-center gap-6 rounded-sheet border border-line bg-raised px-6 py-10 text-center"
    >
      <Ring share={1} tone={tone} stroke={4} className="size-28 animate-breathe" />
      <h2 className="name text-3xl">{title}</h2>
      {lines.map((line) => (
        <p key={line} className="max-w-[44ch] text-muted">
          {line}
        </p>
      ))}
      <div className="flex w-full animate-arrive flex-col gap-2 sm:w-auto sm:flex-row">{children}</div>
    </section>
  )
}

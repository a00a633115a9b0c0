import type { ReactNode } from 'react'

/** Pairs of a name and a figure, as on a receipt. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>
}

export function Row({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-6 py-2">
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={`figures text-right ${strong ? 'font-semibold text-lg' : ''}`}>{value}</dd>
    </div>
  )
}

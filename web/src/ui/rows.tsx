import type { ReactNode } from 'react'

/** Pairs of a label and a value, as on a receipt. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>
}

type RowProps = { label: string; value: ReactNode; strong?: boolean; small?: boolean }

/**
 * `strong` is for the total, which stays on one line, below its label if need be; `small` is for identifiers,
 * which may break anywhere.
 */
export function Row({ label, value, strong = false, small = false }: RowProps) {
  const look = strong ? 'ml-auto whitespace-nowrap font-semibold text-lg' : small ? 'break-all text-xs' : ''
  return (
    <div
      className={`flex min-h-12 items-center justify-between gap-x-6 py-2 tight:flex-col tight:items-start ${strong ? 'flex-wrap' : ''}`}
    >
      {/* Its words stay whole, where values break anywhere. */}
      <dt className={`[overflow-wrap:break-word] ${strong ? 'font-semibold' : 'text-muted'}`}>{label}</dt>
      <dd className={`figures min-w-0 text-right tight:ml-0 tight:text-left ${look}`}>{value}</dd>
    </div>
  )
}

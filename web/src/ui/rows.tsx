import type { ReactNode } from 'react'

/** Pairs of a name and a figure, as on a receipt. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-line border-y">{children}</dl>
}

type RowProps = { label: string; value: string; strong?: boolean; small?: boolean }

/** `strong` is for the sum, which stays on one line; `small` is for identifiers, which may break anywhere. */
export function Row({ label, value, strong = false, small = false }: RowProps) {
  const look = strong ? 'whitespace-nowrap font-semibold text-lg' : small ? 'break-all text-xs' : ''
  return (
    <div className="flex min-h-12 items-center justify-between gap-6 py-2">
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={`figures min-w-0 text-right ${look}`}>{value}</dd>
    </div>
  )
}

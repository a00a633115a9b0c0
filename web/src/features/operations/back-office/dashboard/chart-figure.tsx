import type { ReactNode } from 'react'
import { Skeleton } from '../../../../ui/skeleton.tsx'

type ChartFigureProps = {
  title: string
  /** The chart's total; undefined while it is loading, null where there is none. */
  value: string | null | undefined
  children: ReactNode
}

/** A chart under its title. */
export function ChartFigure({ title, value, children }: ChartFigureProps) {
  return (
    <figure className="min-w-0 rounded-cover border border-line bg-raised p-4 sm:p-5">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted text-sm">{title}</span>
        {value === undefined && <Skeleton className="h-6 w-28" />}
        {value && <span className="figures">{value}</span>}
      </figcaption>
      {children}
    </figure>
  )
}

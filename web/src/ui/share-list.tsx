import type { ReactNode } from 'react'
import { formatShare } from '../lib/format-share.ts'

type Share = { artist: string; name: string; basisPoints: number }
type ShareListProps = {
  shares: readonly Share[]
  /** What stands below a name. */
  note?(share: Share): ReactNode
}

/** Who shares the author's part, each with a bar as long as their share. */
export function ShareList({ shares, note }: ShareListProps) {
  return (
    <ul className="flex flex-col gap-4">
      {shares.map((share) => (
        <li key={share.artist}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{share.name}</span>
            <span className="figures shrink-0">{formatShare(share.basisPoints)}</span>
          </div>
          <div aria-hidden className="mt-1.5 h-1 rounded-full bg-line">
            <div className="h-1 rounded-full bg-text" style={{ width: `${share.basisPoints / 100}%` }} />
          </div>
          {note && <p className="mt-1 text-muted text-sm">{note(share)}</p>}
        </li>
      ))}
    </ul>
  )
}

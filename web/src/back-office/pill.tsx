import type { ReactNode } from 'react'

/** Red only where money or access was lost; `live` where something is for sale now; `wait` where somebody has to act. */
export type PillTone = 'plain' | 'wait' | 'live' | 'loss'

const TONES: Record<PillTone, string> = {
  plain: 'border-line bg-line/40 text-text',
  wait: 'border-edge text-text',
  live: 'border-live text-live',
  loss: 'border-loss text-loss',
}

/** The tone of each state of what is asked for, decided and carried out. */
export const DECIDED_TONES = {
  requested: 'wait',
  approved: 'wait',
  paid: 'plain',
  done: 'plain',
  rejected: 'plain',
  failed: 'loss',
  cancelled: 'plain',
} as const satisfies Record<string, PillTone>

/** A status in words. */
export function Pill({ tone = 'plain', children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full rounded-full border px-2.5 py-0.5 font-medium text-xs [overflow-wrap:anywhere] ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

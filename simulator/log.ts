/** The model's public log, entry by entry as the product publishes it. */
import { createHash } from 'node:crypto'
import type { Bid, Project, Unit } from './state.ts'

const NO_HASH = '00'.repeat(32)

export function logBid(project: Project, at: number, bid: Bid): void {
  append(project, 'bid', { at: instant(at), bid: bid.id, fan: `fan ${bid.fan.id}`, amount: bid.amount })
}

export function logSale(project: Project, at: number, unit: Unit, freedAt: number, bid: Bid): void {
  append(project, 'sale', {
    at: instant(at),
    unit: unit.number,
    freed: instant(freedAt),
    bid: bid.id,
    amount: bid.amount,
  })
}

export function logFree(project: Project, at: number, unit: Unit, freedAt: number): void {
  append(project, 'free', { at: instant(at), unit: unit.number, freed: instant(freedAt) })
}

export function logRelease(project: Project, at: number, bid: Bid, why: string): void {
  append(project, 'release', { at: instant(at), bid: bid.id, why })
}

export function logReturn(project: Project, at: number, unit: Unit, bid: Bid): void {
  append(project, 'return', { at: instant(at), unit: unit.number, bid: bid.id })
}

/** Entries about the auction as a whole. */
export function logNote(project: Project, at: number, kind: 'pause' | 'resume'): void {
  append(project, kind, { at: instant(at) })
}

function append(project: Project, kind: string, facts: Record<string, string | number>): void {
  const seq = project.log.length + 1
  const body = JSON.stringify({ seq, kind, ...facts })
  const before = project.log.at(-1)?.hash ?? NO_HASH
  const hash = createHash('sha256').update(Buffer.from(before, 'hex')).update(body).digest('hex')
  project.log.push({ seq, body, hash })
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

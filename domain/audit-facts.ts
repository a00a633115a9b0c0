/** The facts that an administrator's action changed, as the audit trail shows them on the screen and in its file. */
import { formatCpf, isCpf } from './cpf.ts'
import { WITHHELD_TAXES } from './withholding.ts'

type Facts = Record<string, unknown> | null
/** Null where the fact was, or is, absent. */
export type ChangedFact = { name: string; before: unknown; after: unknown }

/** Facts measured in centavos. */
const MONEY = new Set(['amount', 'fiatPrice', 'unclaimed'])
/** Facts measured in basis points. */
const RATES: ReadonlySet<string> = new Set(WITHHELD_TAXES)

/** The facts that differ, leaving out those that were and still are empty. */
export function changedFacts(before: Facts, after: Facts): ChangedFact[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null }))
    .filter((fact) => plainFact(fact.before) !== plainFact(fact.after))
}

/** True for a fact in centavos. */
export function isMoneyFact(name: string, value: unknown): value is number {
  return MONEY.has(name) && typeof value === 'number'
}

/** True for a fact in basis points, which people read per cent. */
export function isRateFact(name: string, value: unknown): value is number {
  return RATES.has(name) && typeof value === 'number'
}

export type ShareFact = { name: string; basisPoints: number }

/** Who shares a work's money, as recorded; null for any other fact. The oldest records have identifiers for names. */
export function sharesIn(value: unknown): ShareFact[] | null {
  if (!Array.isArray(value)) return null
  const shares = value.map(({ artist, name = artist, basisPoints }) => ({ name, basisPoints }))
  return shares.every(({ basisPoints }) => Number.isInteger(basisPoints)) ? shares : null
}

/** A value as it was recorded; a CPF as people write it. */
export function plainFact(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{11}$/.test(value) && isCpf(value) ? formatCpf(value) : value
}

/** What deeds are about: the first word of an action's name. */
export const DEED_KINDS = [
  'withdrawal',
  'proposal',
  'project',
  'split',
  'reconciliation',
  'job',
  'operation',
  'webhook',
  'refund',
  'write-off',
  'user',
  'artist',
  'payout',
  'support',
  'unmatched',
  'trouble',
  'ledger',
  'invoice',
  'file',
] as const

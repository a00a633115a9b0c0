/** The facts that an administrator's action changed, as the audit trail shows them on the screen and in its file. */

type Facts = Record<string, unknown> | null
/** Null where the fact was, or is, absent. */
export type ChangedFact = { name: string; before: unknown; after: unknown }

/** Facts measured in centavos. */
const MONEY = new Set(['amount', 'fiatPrice', 'unclaimed'])

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

/** A value as it was recorded. */
export function plainFact(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

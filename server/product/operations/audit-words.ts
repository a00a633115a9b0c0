/** The audit trail's file in the words of its screen. */
import {
  changedFacts,
  isMoneyFact,
  isRateFact,
  plainFact,
  type ShareFact,
  sharesIn,
} from '#domain/audit-facts.ts'
import en from '#i18n/en/operations-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/operations-back-office.json' with { type: 'json' }
import { csvAmount, csvNumber } from '../../platform/csv.ts'
import type { Language } from '../../platform/texts.ts'
import type { AuditWire } from './contract.ts'

const WORDS = { pt, en }

/** The label of `withdrawal.approve` in the reader's language; its own name where it has none. */
export function actionInWords(action: string, language: Language): string {
  const [thing = '', deed = ''] = action.split('.')
  const deeds: Record<string, Record<string, string>> = WORDS[language].deeds
  return deeds[thing]?.[deed] ?? action
}

/** One side of a change: each fact's name and value; money in reais, rates per cent. */
export function factsInWords(
  before: AuditWire['before'],
  after: AuditWire['after'],
  side: 'before' | 'after',
  language: Language,
): string {
  const fields: Record<string, string> = WORDS[language].fields
  const values: Record<string, string> = WORDS[language].values
  const rate = (basisPoints: number) => `${csvNumber(basisPoints / 100, 2, language)}%`
  const share = ({ name, basisPoints }: ShareFact) => `${name} ${rate(basisPoints)}`
  const say = (name: string, value: unknown) =>
    isMoneyFact(name, value)
      ? csvAmount(value, language)
      : isRateFact(name, value)
        ? rate(value)
        : name === 'validPeriod' && typeof value === 'number'
          ? `${value} s`
          : (sharesIn(value)?.map(share).join(', ') ?? values[plainFact(value)] ?? plainFact(value))
  return changedFacts(before, after)
    .filter((fact) => fact[side] !== null)
    .map((fact) => `${fields[fact.name] ?? fact.name}: ${say(fact.name, fact[side])}`)
    .join(' · ')
}

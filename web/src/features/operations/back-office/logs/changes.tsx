import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { changedFacts, isMoneyFact, isRateFact, plainFact, sharesIn } from '#domain/audit-facts.ts'
import { formatBRL } from '#domain/money.ts'
import type { AuditWire } from '#server/product/operations/contract.ts'
import { formatInSaoPaulo, formatRate, unbroken } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { lyricsText } from '../../../../lib/lyrics-html.ts'
import { periodInWords } from '../../../../lib/period.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** One line for each value that changed: its name, the old value and the new one. What nothing took the place of is not struck through. */
export function Changes({ before, after }: Pick<AuditWire, 'before' | 'after'>) {
  const { t } = useTranslation('operations-back-office')
  const changed = changedFacts(before, after)
  if (changed.length === 0) return <span className="text-muted">--</span>
  return (
    <ul className="min-w-0 text-right text-xs md:text-left">
      {changed.map((fact) => (
        <li key={fact.name} className="max-w-[44ch] [overflow-wrap:anywhere]">
          <span className="text-muted">
            {t(`fields.${fact.name as 'amount'}`, { defaultValue: fact.name })}:{' '}
          </span>
          {fact.before !== null && fact.before !== '' && (
            <>
              {after && fact.name in after ? (
                <del className="text-muted">{say(t, fact.name, fact.before)}</del>
              ) : (
                say(t, fact.name, fact.before)
              )}
              {fact.after !== null && ' → '}
            </>
          )}
          {fact.after !== null && <ins className="no-underline">{say(t, fact.name, fact.after)}</ins>}
        </li>
      ))}
    </ul>
  )
}

/** A value in the reader's language; one without a text is shown as recorded. */
function say(t: TFunction<'operations-back-office'>, name: string, value: unknown): string {
  if (isMoneyFact(name, value)) return unbroken(formatBRL(value))
  if (name === 'validPeriod' && typeof value === 'number') return periodInWords(value)
  if (name === 'lyrics' && typeof value === 'string') return lyricsText(value)
  if (isRateFact(name, value)) return formatRate(value, currentLanguage())
  const shares = sharesIn(value)
  if (shares)
    return shares
      .map(({ name: artist, basisPoints }) => `${artist} ${formatRate(basisPoints, currentLanguage())}`)
      .join(', ')
  if (typeof value === 'string' && INSTANT.test(value)) return formatInSaoPaulo(value, currentLanguage())
  const written = plainFact(value)
  return /^[a-z]+$/.test(written) ? t(`values.${written as 'done'}`, { defaultValue: written }) : written
}

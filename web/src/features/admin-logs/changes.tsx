import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AuditWire } from '#domain/wire/admin-logs.ts'
import { formatDateTime, unbroken } from '../../lib/format.ts'

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** Facts that are centavos. */
const MONEY = ['amount', 'fiatPrice', 'unclaimed']
const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** One line for each fact that changed: its name, what it was, what it became. */
export function Changes({ before, after }: Pick<AuditWire, 'before' | 'after'>) {
  const { t } = useTranslation('admin-logs')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => plain(before?.[name]) !== plain(after?.[name]))
  if (changed.length === 0) return <span className="text-muted">--</span>
  return (
    <ul className="min-w-0 text-right text-xs md:text-left">
      {changed.map((name) => (
        <li key={name} className="max-w-[44ch] [overflow-wrap:anywhere]">
          <span className="text-muted">{t(`fields.${name as 'amount'}`, { defaultValue: name })}: </span>
          {before?.[name] !== undefined && (
            <>
              <del className="text-muted">{say(t, name, before[name])}</del>
              {after?.[name] !== undefined && ' → '}
            </>
          )}
          {after?.[name] !== undefined && <ins className="no-underline">{say(t, name, after[name])}</ins>}
        </li>
      ))}
    </ul>
  )
}

/** A value as people read it; one that has no words yet is shown as it was written down. */
function say(t: TFunction<'admin-logs'>, name: string, value: unknown): string {
  if (MONEY.includes(name) && typeof value === 'number') return unbroken(formatBRL(value))
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value)
  const written = plain(value)
  return /^[a-z]+$/.test(written) ? t(`values.${written as 'done'}`, { defaultValue: written }) : written
}

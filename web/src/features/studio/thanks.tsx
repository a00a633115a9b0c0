import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { StudioWire } from '#server/product/studio/contract.ts'
import { formatDateTime, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'

/** What fans added to prices, with the lines that only the artist reads. */
export function Thanks({ studio: { tips } }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  return (
    <section aria-labelledby="thanks">
      <h2 id="thanks" className="section-title mb-3">
        {t('thanks.title')}
      </h2>
      {tips.length === 0 ? (
        <p className="text-muted">{t('thanks.none')}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {tips.map(({ id, project, amount, words, at, isReturned }) => (
            <li key={id} className="py-3">
              {words && <p className="break-words">{words}</p>}
              <p className="figures text-sm">
                {unbroken(formatBRL(amount))}
                {isReturned && <span className="text-muted"> · {t('thanks.returned')}</span>}
              </p>
              <p className="mt-1 text-muted text-xs">
                {project} · <span className="figures">{formatDateTime(at, currentLanguage())}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { ARTIST_MOVEMENTS } from '#domain/payout.ts'
import type { ArtistStatementWire } from '#server/product/artists/wire.ts'
import { Fact, Facts } from '../../../back-office/detail.tsx'
import { unbroken } from '../../../lib/format.ts'

/** A month's totals by kind of movement; empty where nothing moved. */
export function StatementTotals({ totals }: { totals: ArtistStatementWire['totals'] }) {
  const { t } = useTranslation('artists-back-office')
  if (totals.length === 0) return null
  return (
    <section aria-label={t('statement.totals')} className="mb-6 max-w-xl">
      <Facts>
        {ARTIST_MOVEMENTS.flatMap((kind) => totals.filter((total) => total.kind === kind)).map(
          ({ kind, count, amount }) => (
            <Fact key={kind} label={t('statement.count', { kind: t(`statement.kinds.${kind}`), count })}>
              <span className="figures">{unbroken(formatBRL(amount))}</span>
            </Fact>
          ),
        )}
      </Facts>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { ARTIST_MOVEMENTS } from '#domain/payout.ts'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { ArtistStatementWire } from '#server/product/artists/wire.ts'
import { Fact, Facts } from '../../../back-office/detail.tsx'
import { unbroken } from '../../../lib/format.ts'

const money = (centavos: number) => <span className="figures">{unbroken(formatBRL(centavos))}</span>

/** From what was owed when the month began, by its totals of each kind, to what is owed at its end. */
export function StatementTotals({
  totals,
  balance,
  withheld,
}: Pick<ArtistStatementWire, 'totals' | 'balance' | 'withheld'>) {
  const { t } = useTranslation('artists-back-office')
  return (
    <section aria-label={t('statement.totals')} className="mb-6 max-w-xl">
      <Facts>
        {balance && <Fact label={t('statement.opening')}>{money(balance.opening)}</Fact>}
        {ARTIST_MOVEMENTS.flatMap((kind) => totals.filter((total) => total.kind === kind)).map(
          ({ kind, count, amount }) => (
            <Fact key={kind} label={t('statement.count', { kind: t(`statement.kinds.${kind}`), count })}>
              {money(amount)}
            </Fact>
          ),
        )}
        {WITHHELD_TAXES.filter((tax) => withheld?.[tax]).map((tax) => (
          <Fact key={tax} label={t('taxes.ofPayouts', { tax: t(`taxes.${tax}`) })}>
            {money(withheld?.[tax] ?? 0)}
          </Fact>
        ))}
        {balance && (
          <Fact label={t('statement.closing')}>
            <strong>{money(balance.closing)}</strong>
          </Fact>
        )}
      </Facts>
    </section>
  )
}

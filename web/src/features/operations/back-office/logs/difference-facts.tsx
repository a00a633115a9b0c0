import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { Difference, DifferenceRow } from '#domain/reconciliation.ts'
import { unbroken } from '../../../../lib/format.ts'

/** What the two sides say about one payment or transaction, and the rows that each has of it. */
export function DifferenceFacts({ difference }: { difference: Difference }) {
  const { t } = useTranslation('operations-back-office')
  const { side, subject, ledger, other, rows } = difference
  const isUnits = side === 'supply'
  return (
    <span className="mt-2 block text-muted text-xs [overflow-wrap:anywhere]">
      <span className="block">
        {t(`ledger.sides.${side}`)} {subject}:{' '}
        {isUnits
          ? t('ledger.units', { ledger, other })
          : t('ledger.difference', { ledger: formatBRL(ledger), other: formatBRL(other) })}
      </span>
      {rows && (
        <>
          <SideRows label={t('ledger.ours')} rows={rows.ledger} isUnits={isUnits} />
          <SideRows label={t('ledger.theirs')} rows={rows.other} isUnits={isUnits} />
        </>
      )}
    </span>
  )
}

type SideRowsProps = { label: string; rows: readonly DifferenceRow[]; isUnits: boolean }

function SideRows({ label, rows, isUnits }: SideRowsProps) {
  const { t } = useTranslation('operations-back-office')
  const name = ({ id, amount }: DifferenceRow) =>
    isUnits ? t('ledger.unit', { id }) : `${id} ${unbroken(formatBRL(amount))}`
  return (
    <span className="block pl-3">
      {label}: {rows.length === 0 ? t('ledger.none') : rows.map(name).join(' · ')}
    </span>
  )
}

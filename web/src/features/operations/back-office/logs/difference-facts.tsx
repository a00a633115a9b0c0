import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { DifferenceRow } from '#domain/reconciliation.ts'
import type { DifferenceWire } from '#server/product/operations/reconciliation-contract.ts'
import { May } from '../../../../back-office/office.tsx'
import { LISTS } from '../../../../back-office/outgoing-lists.ts'
import { ReasonDialog } from '../../../../back-office/reason-dialog.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { SubjectLink } from '../../../../back-office/subject-link.tsx'
import { Unbooked } from '../../../../back-office/unbooked.tsx'
import { formatMomentInSaoPaulo, unbroken } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'

/** What the two sides say about one payment, wallet or edition, whose it is, and what can be done about it. */
export function DifferenceFacts({ report, difference }: { report: number; difference: DifferenceWire }) {
  const { t } = useTranslation('operations-back-office')
  const [settling, setSettling] = useState(false)
  const { side, subject, ledger, other, rows, about, unbooked, settled } = difference
  const isUnits = side === 'supply'
  return (
    <span className="mt-3 block text-muted text-xs [overflow-wrap:anywhere]">
      <span className="block">
        {t(`ledger.sides.${side}`)} {about ? <SubjectLink subject={about} /> : subject}:{' '}
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
      {settled ? (
        <span className="mt-1 block text-text">
          {t('ledger.settled', { ...settled, at: formatMomentInSaoPaulo(settled.at, currentLanguage()) })}
        </span>
      ) : (
        <>
          <span className="mt-1 mb-2 block text-text">
            {unbooked ? t(`ledger.unbooked.${unbooked.kind}`) : t(`ledger.advice.${side}`)}
          </span>
          <span className="flex flex-wrap justify-end gap-2 md:justify-start">
            {unbooked && (
              <May call={`POST /admin/${LISTS[unbooked.kind]}/{uid}/book`}>
                <Unbooked {...unbooked} />
              </May>
            )}
            <RowButton
              look={unbooked ? 'quiet' : 'secondary'}
              label={t('ledger.settleOf', { subject })}
              onClick={() => setSettling(true)}
            >
              {t('ledger.settle')}
            </RowButton>
          </span>
        </>
      )}
      {settling && (
        <SettleDialog report={report} difference={difference} onClose={() => setSettling(false)} />
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

type SettleDialogProps = { report: number; difference: DifferenceWire; onClose(): void }

/** Notes what was found out about a difference. It moves no money. */
function SettleDialog({ report, difference: { side, subject }, onClose }: SettleDialogProps) {
  const { t } = useTranslation('operations-back-office')
  return (
    <ReasonDialog
      call="POST /admin/reconciliations/{id}/settle"
      request={({ reason: note }) => ({ params: { id: report }, body: { side, subject, note } })}
      title={t('ledger.settleTitle')}
      reason={{
        label: t('ledger.note'),
        hint: t('ledger.settleText'),
        tooLong: t('ledger.noteTooLong'),
      }}
      look="primary"
      submit={t('ledger.settle')}
      done={() => t('ledger.settledNow')}
      failed={t('failed')}
      onClose={onClose}
    />
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { ApproveButton } from '../../../back-office/approve-button.tsx'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { OutgoingActions } from '../../../back-office/outgoing-actions.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { WithdrawalState } from '../../../back-office/withdrawal-state.tsx'
import { useAddressChoice } from '../../../lib/address.ts'
import { unbroken } from '../../../lib/format.ts'
import { Choice } from '../../../ui/choice.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { useDecidedMeanwhile } from './use-decided-meanwhile.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

const WHICH = ['waiting', 'all'] as const
const hasPaymentsUnderWay = (rows: readonly AdminWithdrawalWire[]) =>
  rows.some(({ status, isStuck }) => status === 'approved' && !isStuck)

type Deciding = { action: 'approve' | 'reject'; request: AdminWithdrawalWire }

/** Withdrawals that fans have requested. */
export function Withdrawals() {
  const { t } = useTranslation(['withdrawals-back-office', 'back-office', 'pix-key'])
  const [which, show] = useAddressChoice('which', WHICH)
  const name = which === 'waiting' ? 'GET /admin/withdrawals-waiting' : 'GET /admin/withdrawals'
  const list = useList(name, {
    underWay: hasPaymentsUnderWay,
    offered: {
      choices: [
        {
          name: 'status',
          label: t('back-office:requests.status'),
          options: WITHDRAWAL_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
      ],
      days: true,
      amounts: true,
      person: true,
    },
  })
  const [deciding, decide] = useState<Deciding | null>(null)
  const close = () => decide(null)
  const columns: Column<AdminWithdrawalWire>[] = [
    {
      title: t('back-office:requests.user'),
      cell: ({ user }) => <PersonLink user={user} />,
    },
    {
      title: t('key'),
      cell: ({ pixKeyType, pixKey }) => (
        <span className="min-w-0 text-right md:text-left">
          <span className="block text-muted text-xs">{t(`pix-key:types.${pixKeyType}`)}</span>
          <span className="break-all">{formatPixKey(pixKeyType, pixKey)}</span>
        </span>
      ),
    },
    { title: t('amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    { title: t('back-office:requests.status'), cell: (request) => <WithdrawalState request={request} /> },
    { title: t('askedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('back-office:requests.actions'),
      cell: (request) => <Actions request={request} decide={decide} />,
    },
  ]
  return (
    <>
      <DataList list={list} searchLabel={t('search')} file={t('file')} columns={columns} empty={t('empty')}>
        <Choice
          label={t('which')}
          options={WHICH.map((value) => ({ value, label: t(`${value}`) }))}
          value={which}
          onChange={show}
        />
      </DataList>
      {deciding?.action === 'approve' && (
        <ApproveDialog
          request={deciding.request}
          onReject={() => decide({ action: 'reject', request: deciding.request })}
          onClose={close}
        />
      )}
      {deciding?.action === 'reject' && <RejectDialog request={deciding.request} onClose={close} />}
    </>
  )
}

function Actions({ request, decide }: { request: AdminWithdrawalWire; decide(next: Deciding): void }) {
  const { t } = useTranslation('withdrawals-back-office')
  if (request.status === 'approved') {
    const { fullName, email } = request.user
    return <OutgoingActions kind="withdrawal" payment={request} name={fullName ?? email} />
  }
  if (request.status !== 'requested') return <span className="text-muted">--</span>
  const facts = { amount: formatBRL(request.amount), email: request.user.email }
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton
        approvals={request.approvals}
        label={t('approveOf', facts)}
        onClick={() => decide({ action: 'approve', request })}
      >
        {t('approve')}
      </ApproveButton>
      <RowButton
        look="quiet"
        label={t('rejectOf', facts)}
        onClick={() => decide({ action: 'reject', request })}
      >
        {t('reject')}
      </RowButton>
    </span>
  )
}

/** Rejects a withdrawal; the reason is part of the message that the fan gets. */
function RejectDialog({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation(['withdrawals-back-office', 'back-office'])
  return (
    <ReasonDialog
      call="POST /admin/withdrawals/{uid}/reject"
      request={(body) => ({ params: { uid: request.uid }, body })}
      title={t('rejectTitle')}
      reason={{
        label: t('reason'),
        hint: t('rejectText'),
        tooLong: t('reasonTooLong'),
      }}
      submit={t('reject')}
      done={() => t('rejected')}
      failed={t('back-office:requests.failed')}
      decidedMeanwhile={useDecidedMeanwhile(request.uid)}
      onClose={onClose}
    >
      <WithdrawalFacts request={request} />
    </ReasonDialog>
  )
}

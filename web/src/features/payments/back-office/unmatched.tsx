import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { UNMATCHED_STATUSES } from '#domain/money-decision.ts'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import type { UnmatchedWire } from '#server/product/payments/contract.ts'
import { approverNames } from '../../../back-office/approver-names.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import type { ListFilters } from '../../../back-office/filter-panel.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { WaitingDecision } from '../../../back-office/waiting-decision.tsx'
import { refusalInWords } from '../../../back-office/webhook-outcome.ts'
import { useAddressChoice } from '../../../lib/address.ts'
import { formatInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Choice } from '../../../ui/choice.tsx'
import { ReturnWord } from './return-word.tsx'
import { UnmatchedDialog } from './unmatched-dialog.tsx'

const WHICH = ['waiting', 'all'] as const

/** Money that arrived and belongs to no payment. */
export function Unmatched() {
  const { t } = useTranslation('payments-back-office')
  const [which, show] = useAddressChoice('which', WHICH)
  const list = useList(which === 'waiting' ? 'GET /admin/unmatched-waiting' : 'GET /admin/unmatched', {
    offered: useOffered(),
  })
  const [settling, settle] = useState<UnmatchedWire | null>(null)
  const columns: Column<UnmatchedWire>[] = [
    { title: t('unmatched.arrivedAt'), cell: ({ arrivedAt }) => <Moment at={arrivedAt} /> },
    {
      title: t('unmatched.from'),
      cell: ({ provider, externalId }) => (
        <span className="min-w-0 text-right md:text-left">
          <span className="block">{t(`unmatched.providers.${provider}`)}</span>
          <span className="block text-muted text-xs [overflow-wrap:anywhere]">{externalId}</span>
        </span>
      ),
    },
    { title: t('unmatched.amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    { title: t('unmatched.why'), cell: (money) => <Reason money={money} /> },
    { title: t('unmatched.status'), cell: (money) => <State money={money} /> },
    {
      title: t('unmatched.actions'),
      cell: (money) => {
        if (money.status !== 'open') return <span className="text-muted">--</span>
        if (money.decision?.status === 'requested')
          return (
            <WaitingDecision
              decision={money.decision}
              evidence={
                money.decision.reference && (
                  <ReturnWord uid={money.uid} reference={money.decision.reference} />
                )
              }
            />
          )
        return (
          <RowButton
            aria-haspopup="dialog"
            label={t('unmatched.decideOf', { amount: formatBRL(money.amount) })}
            onClick={() => settle(money)}
          >
            {t('unmatched.decide')}
          </RowButton>
        )
      },
    },
  ]
  return (
    <>
      <DataList
        list={list}
        searchLabel={t('unmatched.search')}
        file={t('unmatched.file')}
        columns={columns}
        empty={t('unmatched.empty')}
      >
        <Choice
          label={t('unmatched.which')}
          options={WHICH.map((value) => ({ value, label: t(`unmatched.${value}`) }))}
          value={which}
          onChange={show}
        />
      </DataList>
      {settling && <UnmatchedDialog money={settling} onClose={() => settle(null)} />}
    </>
  )
}

/** Why it matches no payment, and a link to the one that it names. */
function Reason({ money: { outcome, payment } }: { money: UnmatchedWire }) {
  const { t } = useTranslation('payments-back-office')
  return (
    <span className="min-w-0 max-w-[40ch] text-right text-xs [overflow-wrap:anywhere] md:block md:text-left">
      {outcome && (refusalInWords(t, outcome) ?? outcome)}
      {payment && (
        <Link
          to={paths.adminPayment(payment.uid)}
          className="link flex min-h-11 items-center justify-end md:justify-start"
        >
          {t('unmatched.payment', { email: payment.email })}
        </Link>
      )}
    </span>
  )
}

function State({ money: { status, decision } }: { money: UnmatchedWire }) {
  const { t } = useTranslation('payments-back-office')
  const isOver = status !== 'open'
  return (
    <span className="min-w-0 max-w-[32ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
      <Pill tone={isOver ? 'plain' : 'wait'}>{t(`unmatched.statuses.${status}`)}</Pill>
      {isOver && decision && (
        <span className="block text-muted text-xs">
          {decision.creditedTo && `${t('unmatched.creditedTo', { email: decision.creditedTo })} · `}
          {decision.reference && `${decision.reference} · `}
          {decision.note}
          {decision.endedAt && (
            <span className="block">
              {t('unmatched.settledBy', {
                names: approverNames(decision.approvals),
                moment: formatInSaoPaulo(decision.endedAt, currentLanguage()),
              })}
            </span>
          )}
        </span>
      )}
    </span>
  )
}

function useOffered(): ListFilters {
  const { t } = useTranslation('payments-back-office')
  return {
    choices: [
      {
        name: 'status',
        label: t('unmatched.status'),
        options: UNMATCHED_STATUSES.map((value) => ({ value, label: t(`unmatched.statuses.${value}`) })),
      },
      {
        name: 'method',
        label: t('unmatched.from'),
        options: MONEY_PROVIDERS.map((value) => ({ value, label: t(`unmatched.providers.${value}`) })),
      },
    ],
    days: true,
    amounts: true,
  }
}

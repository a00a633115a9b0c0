import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { AdminPaymentWire } from '#server/product/payments/wire.ts'
import type { ProjectTokenWire } from '#server/product/projects/wire.ts'
import { AddressTabs } from '../../../back-office/address-tabs.tsx'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PaymentStatusLabel } from '../../../back-office/payment-status-label.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { TokenState } from '../../../back-office/token-state.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'

const TOKENS = 'GET /admin/projects/{uid}/tokens'
const PAYMENTS = 'GET /admin/activity'

/** A project's people and money: who holds it, who bids, what was sold, who has played it. */
export function ProjectRows({ uid }: { uid: string }) {
  const { t } = useTranslation('projects-back-office')
  return (
    <section aria-label={t('rows.title')} className="mt-8">
      <AddressTabs
        label={t('rows.title')}
        tabs={[
          {
            value: 'holders',
            call: TOKENS,
            label: t('rows.holders'),
            content: <Tokens uid={uid} state="held" />,
          },
          {
            value: 'bids',
            call: PAYMENTS,
            label: t('rows.bids'),
            content: <Payments uid={uid} flow="bid" />,
          },
          {
            value: 'sales',
            call: PAYMENTS,
            label: t('rows.sales'),
            content: <Payments uid={uid} flow="mint" />,
          },
          {
            value: 'plays',
            call: TOKENS,
            label: t('rows.plays'),
            content: <Tokens uid={uid} state="played" />,
          },
        ]}
      />
    </section>
  )
}

const NONE = <span className="text-muted">--</span>

function PaymentOf({ uid, amount, email }: { uid: string; amount: number; email: string }) {
  const { t } = useTranslation('payments-back-office')
  return (
    <Link
      to={paths.adminPayment(uid)}
      aria-label={t('payment.open', { amount: formatBRL(amount), email })}
      className="link inline-flex min-h-11 items-center"
    >
      {unbroken(formatBRL(amount))}
    </Link>
  )
}

function Tokens({ uid, state }: { uid: string; state: 'held' | 'played' }) {
  const { t } = useTranslation('projects-back-office')
  const list = useList(TOKENS, { params: { uid }, always: { status: state } })
  const columns: Column<ProjectTokenWire>[] = [
    { title: t('rows.person'), cell: ({ user }) => <PersonLink user={user} /> },
    { title: t('rows.unit'), cell: ({ unit }) => unit, figures: true },
    {
      title: t('rows.amount'),
      figures: true,
      cell: ({ payment, amount, user }) =>
        payment ? (
          <PaymentOf uid={payment} amount={amount} email={user.email} />
        ) : (
          unbroken(formatBRL(amount))
        ),
    },
    {
      title: t('rows.status'),
      cell: ({ status }) => <TokenState status={status} />,
    },
    { title: t('rows.playedAt'), cell: ({ playedAt }) => (playedAt ? <Moment at={playedAt} /> : NONE) },
    {
      title: t('rows.until'),
      // Before the first play it is the deadline of that.
      cell: ({ willExpireAt, playedAt }) =>
        willExpireAt ? (
          <span>
            {!playedAt && `${t('rows.playBy')} `}
            <Moment at={willExpireAt} />
          </span>
        ) : (
          NONE
        ),
    },
  ]
  return (
    <ListRows list={list} columns={columns} empty={t(state === 'held' ? 'rows.noHolders' : 'rows.noPlays')} />
  )
}

function Payments({ uid, flow }: { uid: string; flow: 'bid' | 'mint' }) {
  const { t } = useTranslation('projects-back-office')
  const list = useList(PAYMENTS, { always: { project: uid, flow } })
  const columns: Column<AdminPaymentWire>[] = [
    { title: t('rows.person'), cell: ({ user }) => <PersonLink user={user} /> },
    {
      title: t('rows.amount'),
      figures: true,
      cell: (payment) => <PaymentOf uid={payment.uid} amount={payment.amount} email={payment.user.email} />,
    },
    { title: t('rows.status'), cell: (payment) => <PaymentStatusLabel payment={payment} /> },
    { title: t('rows.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return <ListRows list={list} columns={columns} empty={t(flow === 'bid' ? 'rows.noBids' : 'rows.noSales')} />
}

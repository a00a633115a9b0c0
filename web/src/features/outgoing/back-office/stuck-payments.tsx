import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { OUTGOING } from '#domain/money-decision.ts'
import type { StuckWire } from '#server/product/operations/outgoing-contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { OutgoingActions } from '../../../back-office/outgoing-actions.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { useAddressChoice } from '../../../lib/address.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Choice } from '../../../ui/choice.tsx'

const KINDS = ['all', ...OUTGOING] as const

/** Outgoing payments that need attention. */
export function StuckPayments() {
  const { t } = useTranslation(['outgoing-back-office', 'back-office'])
  const [kind, show] = useAddressChoice('kind', KINDS)
  const list = useList('GET /admin/stuck', { always: kind === 'all' ? {} : { flow: kind } })
  const columns: Column<StuckWire>[] = [
    { title: t('stuck.approvedAt'), cell: ({ approvedAt }) => approvedAt && <Moment at={approvedAt} /> },
    { title: t('stuck.kind'), cell: ({ kind }) => t(`stuck.kinds.${kind}`) },
    {
      title: t('stuck.payee'),
      cell: ({ kind, payee, payment }) => (
        <Link
          to={
            payment
              ? paths.adminPayment(payment)
              : kind === 'payout'
                ? paths.adminArtist(payee.uid)
                : paths.adminUser(payee.uid)
          }
          className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
        >
          {payee.name}
        </Link>
      ),
    },
    { title: t('stuck.amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    {
      title: t('stuck.why'),
      cell: ({ isAbandoned, hasLeft }) =>
        t(hasLeft ? 'stuck.left' : isAbandoned ? 'stuck.abandoned' : 'stuck.late'),
    },
    {
      title: t('stuck.actions'),
      cell: (payment) => <OutgoingActions kind={payment.kind} payment={payment} name={payment.payee.name} />,
    },
  ]
  return (
    <>
      <div className="mb-4">
        <Choice
          look="chips"
          label={t('stuck.kind')}
          options={KINDS.map((value) => ({
            value,
            label: t(value === 'all' ? 'stuck.all' : `stuck.kinds.${value}`),
          }))}
          value={kind}
          onChange={show}
        />
      </div>
      <ListRows
        list={list}
        columns={columns}
        empty={t(kind === 'all' ? 'stuck.empty' : 'back-office:filters.empty')}
      />
    </>
  )
}

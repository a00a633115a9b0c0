import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { isTurn, PAYMENT_FLOWS, PAYMENT_METHODS, PAYMENT_STATES } from '#domain/payment.ts'
import type { AdminPaymentWire } from '#server/product/payments/wire.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import type { ListFilters } from '../../../back-office/filter-panel.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { May } from '../../../back-office/office.tsx'
import { PaymentStatusLabel } from '../../../back-office/payment-status-label.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { Work } from '../../../back-office/work.tsx'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'

/** `/admin/activity` — every payment. */
export function ActivityScreen() {
  const { t } = useTranslation(['payments-back-office', 'projects-back-office'])
  const list = useList('GET /admin/activity', { offered: useOffered() })
  const columns: Column<AdminPaymentWire>[] = [
    {
      title: t('activity.type'),
      cell: ({ uid, flow, amount, isGift, project, user: { email } }) => (
        <Link
          to={paths.adminPayment(uid)}
          aria-label={`${t(`activity.types.${flow}`)}: ${t('payment.open', { amount: formatBRL(amount), email })}`}
          className="link inline-flex min-h-11 items-center"
        >
          <span className="min-w-0 text-right md:text-left">
            {t(`activity.types.${flow}`)}
            {flow === 'bid' && project && (
              <span className="block text-muted text-xs">{project.projectName}</span>
            )}
            {isGift && <span className="block text-muted text-xs">{t('activity.gift')}</span>}
          </span>
        </Link>
      ),
    },
    {
      title: t('activity.token'),
      cell: ({ flow, project }) =>
        // Whether a bid will lead to a token is not known yet.
        flow === 'mint' && project ? <Work {...project} /> : <span className="text-muted">--</span>,
    },
    { title: t('activity.user'), cell: ({ user }) => <PersonLink user={user} /> },
    { title: t('activity.value'), cell: ({ amount }) => unbroken(formatBRL(amount)), figures: true },
    { title: t('activity.status'), cell: (payment) => <PaymentStatusLabel payment={payment} /> },
    { title: t('activity.createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return (
    <>
      <ScreenTitle>{t('activity.title')}</ScreenTitle>
      <DataList
        list={list}
        searchLabel={t('activity.search')}
        file={t('activity.file')}
        columns={columns}
        empty={t('activity.empty')}
      >
        <May call="POST /create-project">
          <ButtonLink to={paths.adminCreateProject}>
            {t('projects-back-office:projects.newProject')}
          </ButtonLink>
        </May>
      </DataList>
    </>
  )
}

function useOffered(): ListFilters {
  const { t } = useTranslation(['payments-back-office', 'back-office'])
  return {
    choices: [
      {
        name: 'status',
        label: t('activity.status'),
        options: PAYMENT_STATES.map((value) => ({
          value,
          label: isTurn(value) ? t(`back-office:turns.${value}`) : t(`activity.statuses.${value}`),
        })),
      },
      {
        name: 'method',
        label: t('payment.method'),
        options: PAYMENT_METHODS.map((value) => ({ value, label: t(`payment.methods.${value}`) })),
      },
      {
        name: 'flow',
        label: t('activity.type'),
        options: PAYMENT_FLOWS.map((value) => ({ value, label: t(`activity.types.${value}`) })),
      },
    ],
    days: true,
    amounts: true,
    person: true,
    project: true,
  }
}

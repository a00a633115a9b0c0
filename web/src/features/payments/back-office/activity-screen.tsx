import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { AdminPaymentWire } from '#server/product/payments/contract.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { Work } from '../../../back-office/work.tsx'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { PaymentStatusLabel } from './payment-status-label.tsx'

/** `/admin/activity` — every payment. */
export function ActivityScreen() {
  const { t } = useTranslation(['payments-back-office', 'projects-back-office'])
  const list = useList('GET /admin/activity')
  const columns: Column<AdminPaymentWire>[] = [
    {
      title: t('activity.type'),
      cell: ({ uid, flow, amount, user: { email } }) => (
        <Link
          to={paths.adminPayment(uid)}
          aria-label={`${t(`activity.types.${flow}`)}: ${t('payment.open', { amount: formatBRL(amount), email })}`}
          className="link inline-flex min-h-11 items-center"
        >
          {t(`activity.types.${flow}`)}
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
        <ButtonLink to={paths.adminCreateProject}>{t('projects-back-office:projects.new')}</ButtonLink>
      </DataList>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import { Detail, Part } from '../../../back-office/detail.tsx'
import { DisputeList } from '../../../back-office/dispute-list.tsx'
import { paths } from '../../../lib/paths.ts'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PaymentRefunds } from './payment-refunds.tsx'

/** A refund to a card is polled until it has arrived. */
const IN_PROGRESS_POLL_MS = 3_000
const isUnderWay = ({ refunds, history }: PaymentDetailWire) =>
  refunds.some(({ status }) => status === 'approved') ||
  history.some((event) => event.kind === 'chain' && ['queued', 'sent'].includes(event.status))

/** `/admin/activity/{uid}` — one payment: its facts, its refunds and its history. */
export function PaymentScreen() {
  const { t } = useTranslation(['payments-back-office', 'refunds-back-office'])
  const { uid = '' } = useParams()
  return (
    <Detail
      title={t('payment.title')}
      call="GET /admin/activity/{uid}"
      request={{ params: { uid } }}
      list={paths.adminActivity}
      missing={t('payment.missing')}
      pollEvery={(payment) => (isUnderWay(payment) ? IN_PROGRESS_POLL_MS : false)}
    >
      {(payment) => (
        <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-2">
          <div className="min-w-0">
            <PaymentFacts payment={payment} />
            <PaymentRefunds payment={payment} />
            <Part title={t('refunds-back-office:dispute.title')}>
              <DisputeList disputes={payment.disputes} />
            </Part>
          </div>
          <PaymentHistory method={payment.method} history={payment.history} />
        </div>
      )}
    </Detail>
  )
}

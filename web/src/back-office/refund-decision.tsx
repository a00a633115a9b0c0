import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { RefundWire } from '#domain/wire/admin-people.ts'
import { RowButton } from './row-button.tsx'
import { useDeed } from './use-deed.ts'

/** The second person's word on a refund that waits for it. */
export function RefundDecision({ refund: { uid, amount } }: { refund: RefundWire }) {
  const { t } = useTranslation('admin-people')
  const decide = useDeed<RefundWire>({
    done: ({ status }) => t(`refund.${status === 'failed' ? 'requested' : status}`),
    failed: t('failed'),
  })
  const of = { amount: formatBRL(amount) }
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <RowButton
        busy={decide.isPending}
        label={t('refund.approveOf', of)}
        onClick={() => decide.mutate({ path: `/admin/refunds/${uid}/approve` })}
      >
        {t('refund.approve')}
      </RowButton>
      <RowButton
        look="quiet"
        busy={decide.isPending}
        label={t('refund.rejectOf', of)}
        onClick={() => decide.mutate({ path: `/admin/refunds/${uid}/reject` })}
      >
        {t('refund.reject')}
      </RowButton>
    </span>
  )
}

import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REFUND_DESTINATIONS, type RefundDestination } from '#domain/refund.ts'
import type { PaymentDetailWire, RefundBody, RefundWire } from '#domain/wire/admin-people.ts'
import { useDeed } from '../../../back-office/use-deed.ts'
import { type Attempt, attemptFor } from '../../../lib/attempt.ts'

export type RefundForm = {
  amount: number | null
  destination: RefundDestination
  reason: string
  despitePlay: boolean
}

/** The form of a refund, beginning with all that is left, and its sending. `ways` are those that something can go. */
export function useRefund({ uid, refundable }: PaymentDetailWire, onDone: () => void) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const ways = REFUND_DESTINATIONS.filter((way) => refundable[way] > 0)
  const first = ways[0] ?? 'wallet'
  const form = useForm<RefundForm>({
    defaultValues: { amount: refundable[first], destination: first, reason: '', despitePlay: false },
  })
  const refund = useDeed<RefundWire>({
    done: ({ status }) =>
      t(`refund.${status === 'done' || status === 'approved' ? status : ('requested' as const)}`),
    failed: t('back-office:failed'),
  })
  // The same try, however often it is pressed; other words are another one.
  const attempt = useRef<Attempt | null>(null)

  const submit = form.handleSubmit((values) => {
    const body: RefundBody = { ...values, amount: values.amount ?? 0 }
    attempt.current = attemptFor(attempt.current, body, () => crypto.randomUUID())
    refund.mutate(
      { path: `/admin/activity/${uid}/refunds`, body, idempotencyKey: attempt.current.key },
      { onSuccess: onDone },
    )
  })

  return { ways, form, submit, busy: refund.isPending }
}

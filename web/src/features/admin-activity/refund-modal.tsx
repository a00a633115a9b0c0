import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { fitsRefund, REASON_MAX, REFUND_DESTINATIONS, type RefundDestination } from '#domain/refund.ts'
import type { PaymentDetailWire, RefundBody, RefundWire } from '#domain/wire/admin-people.ts'
import { useDeed } from '../../back-office/use-deed.ts'
import { type Attempt, attemptFor } from '../../lib/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

type Values = { amount: number | null; destination: RefundDestination; reason: string; despitePlay: boolean }

/** How much goes back, where to, and why; whoever gives back the price of a played token says that they know. */
export function RefundModal({ payment, onClose }: { payment: PaymentDetailWire; onClose(): void }) {
  const { t } = useTranslation(['admin-people', 'common'])
  const { isSale, refundable, token, aloneUpTo } = payment
  const ways = REFUND_DESTINATIONS.filter((way) => refundable[way] > 0)
  const first = ways[0] ?? 'wallet'
  const form = useForm<Values>({
    defaultValues: { amount: refundable[first], destination: first, reason: '', despitePlay: false },
  })
  const { amount, destination } = form.watch()
  const left = refundable[destination]
  const cardText = payment.unclaimed > 0 && !isSale ? 'refund.unclaimedCardText' : 'refund.cardText'
  const wayText = destination === 'wallet' ? 'refund.walletText' : cardText
  const isPlayed = isSale && token?.isPlayed === true
  const revokes = isSale && token?.status === 'minted' && !token.isPlayed
  const refund = useDeed<RefundWire>({
    done: ({ status }) =>
      t(`refund.${status === 'done' || status === 'approved' ? status : ('requested' as const)}`),
    failed: t('failed'),
  })
  // The same try, however often it is pressed; other words are another one.
  const attempt = useRef<Attempt | null>(null)

  const submit = form.handleSubmit((values) => {
    const body: RefundBody = { ...values, amount: values.amount ?? 0 }
    attempt.current = attemptFor(attempt.current, body, () => crypto.randomUUID())
    refund.mutate(
      { path: `/admin/activity/${payment.uid}/refunds`, body, idempotencyKey: attempt.current.key },
      { onSuccess: onClose },
    )
  })

  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (centavos > left) return t('refund.atMost', { amount: formatBRL(left) })
    return fitsRefund(centavos, left) || t('refund.least')
  }

  return (
    <Modal open onClose={onClose} title={t('refund.modal')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {ways.length > 1 && (
          <Controller
            control={form.control}
            name="destination"
            render={({ field }) => (
              <Choice
                label={t('refund.destination')}
                options={ways.map((value) => ({ value, label: t(`refund.destinations.${value}`) }))}
                value={field.value}
                onChange={(next) => {
                  field.onChange(next)
                  form.setValue('amount', refundable[next])
                }}
              />
            )}
          />
        )}
        <Controller
          control={form.control}
          name="amount"
          rules={{ validate: amountFault }}
          render={({ field: { ref, ...field }, fieldState }) => (
            <MoneyField
              {...field}
              inputRef={ref}
              label={t('refund.amount')}
              hint={t('refund.left', { amount: formatBRL(left) })}
              error={fieldState.error?.message}
            />
          )}
        />
        <div className="text-muted text-sm">
          <p>{t(wayText)}</p>
          {isSale && <p>{t('refund.saleText')}</p>}
          {revokes && <p>{t('refund.revokeText')}</p>}
        </div>
        {amount !== null && amount > aloneUpTo && <Notice>{t('refund.two')}</Notice>}
        {isPlayed && (
          <div className="flex flex-col gap-2">
            <Notice tone="loss">{t('refund.played')}</Notice>
            <Controller
              control={form.control}
              name="despitePlay"
              rules={{ validate: (known) => known || t('refund.despiteDue') }}
              render={({ field, fieldState }) => (
                <>
                  <SwitchField
                    label={t('refund.despite')}
                    hint={t('refund.despiteHint')}
                    checked={field.value}
                    onChange={field.onChange}
                  />
                  {fieldState.error && (
                    <p role="alert" className="text-loss text-sm">
                      {fieldState.error.message}
                    </p>
                  )}
                </>
              )}
            />
          </div>
        )}
        <TextAreaField
          label={t('reason')}
          hint={t('refund.reasonHint')}
          error={form.formState.errors.reason?.message}
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || t('common:required'),
            maxLength: { value: REASON_MAX, message: t('tooLong') },
          })}
        />
        <ModalActions>
          <Button type="submit" busy={refund.isPending}>
            {t('refund.start')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}

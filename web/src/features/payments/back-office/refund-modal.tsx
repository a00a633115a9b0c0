import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { fitsRefund, REASON_MAX } from '#domain/refund.ts'
import type { PaymentDetailWire } from '#domain/wire/admin-people.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { PlayedRefund } from './played-refund.tsx'
import { useRefund } from './use-refund.ts'

/** How much goes back, where to, and why. */
export function RefundModal({ payment, onClose }: { payment: PaymentDetailWire; onClose(): void }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office', 'common'])
  const { isSale, refundable, token, aloneUpTo } = payment
  const { ways, form, submit, busy } = useRefund(payment, onClose)
  const { amount, destination } = form.watch()
  const left = refundable[destination]
  const cardText = payment.unclaimed > 0 && !isSale ? 'refund.unclaimedCardText' : 'refund.cardText'
  const wayText = destination === 'wallet' ? 'refund.walletText' : cardText
  const isPlayed = isSale && token?.isPlayed === true
  const revokes = isSale && token?.status === 'minted' && !token.isPlayed

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
        {isPlayed && <PlayedRefund form={form} />}
        <TextAreaField
          label={t('back-office:reason')}
          hint={t('refund.reasonHint')}
          error={form.formState.errors.reason?.message}
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || t('common:required'),
            maxLength: { value: REASON_MAX, message: t('back-office:tooLong') },
          })}
        />
        <ModalActions>
          <Button type="submit" busy={busy}>
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

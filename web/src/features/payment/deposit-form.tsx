import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL, MAX_CENTAVOS, MIN_DEPOSIT } from '#domain/money.ts'
import { CardFields } from '../../checkout/card-fields.tsx'
import { CardNotices } from '../../checkout/card-notices.tsx'
import { emptyCard, firstIncomplete } from '../../checkout/card-state.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { useCardPayment } from '../../checkout/use-card-payment.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Row, Rows } from '../../ui/rows.tsx'

/** Amount, amount with the fee as it is typed, and the card. */
export function DepositForm({ onSent }: { onSent(): void }) {
  const { t } = useTranslation(['payment', 'common'])
  const { user } = useSignedIn()
  const { pay, cardChanged } = useCardPayment(user.email)
  const failure = usePaymentFailure()
  const [card, setCard] = useState(emptyCard)
  const form = useForm<{ amount: number | null }>({ defaultValues: { amount: null } })
  const amount = form.watch('amount')
  const { isSubmitting, isSubmitted } = form.formState

  const submit = form.handleSubmit(async (values) => {
    if (values.amount === null || firstIncomplete(card)) return
    const progress = toast.loading(t('creating'))
    try {
      await pay({ amount: values.amount, typeBuy: 'balance', UID: '' })
      onSent()
    } catch (error) {
      failure.tell(error, t('failed'))
    } finally {
      toast.dismiss(progress)
    }
  })

  /** What is wrong with an amount, or true when nothing is. */
  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (centavos < MIN_DEPOSIT) return t('deposit.tooLow', { min: formatBRL(MIN_DEPOSIT) })
    if (centavos > MAX_CENTAVOS) return t('deposit.tooHigh', { max: formatBRL(MAX_CENTAVOS) })
    return true
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8"
    >
      <Controller
        control={form.control}
        name="amount"
        rules={{ validate: amountFault }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <MoneyField
            {...field}
            inputRef={ref}
            label={t('deposit.amount')}
            hint={t('deposit.amountHint')}
            error={fieldState.error?.message}
          />
        )}
      />
      <MoneyField
        name="amountWithFee"
        label={t('deposit.amountWithFee')}
        value={amount === null ? null : amountWithCardFee(amount)}
        readOnly
      />
      <CardFields
        card={card}
        strict={isSubmitted}
        onChange={(next) => {
          cardChanged()
          setCard(next)
        }}
      />
      <Rows>
        <Row label={t('deposit.fee')} value={formatBRL(amount === null ? 0 : cardFee(amount))} />
        <Row
          label={t('deposit.total')}
          value={formatBRL(amount === null ? 0 : amountWithCardFee(amount))}
          strong
        />
      </Rows>
      <CardNotices email={user.email} />
      <Button type="submit" busy={isSubmitting}>
        {t('deposit.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}

import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { largestAmount } from '#domain/fee.ts'
import { formatBRL, MIN_DEPOSIT } from '#domain/money.ts'
import type { OutsideMethod } from '../../checkout/method-choice.tsx'
import { unbroken } from '../../lib/format.ts'
import { MoneyFormField } from '../../ui/money-form-field.tsx'

/** The amount, in centavos, is kept when the payment method changes. */
export type DepositForm = UseFormReturn<{ amount: number | null }>

/** The amount to deposit, within the limits of the payment method. */
export function DepositAmount({ form, method }: { form: DepositForm; method: OutsideMethod }) {
  const { t } = useTranslation(['payments', 'common'])

  const max = formatBRL(largestAmount(method))

  /** The error for an amount, or true when it is valid. */
  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (centavos < MIN_DEPOSIT) return t('deposit.tooLow', { min: formatBRL(MIN_DEPOSIT) })
    if (centavos > largestAmount(method)) return t('deposit.tooHigh', { max })
    return true
  }

  return (
    <MoneyFormField
      control={form.control}
      name="amount"
      validate={amountFault}
      label={t('deposit.amount')}
      hint={method === 'card' ? t('deposit.cardHint', { max: unbroken(max) }) : t('deposit.amountHint')}
    />
  )
}

import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { largestAmount } from '#domain/fee.ts'
import { formatBRL, MIN_DEPOSIT } from '#domain/money.ts'
import type { OutsideMethod } from '../../checkout/method-choice.tsx'
import { unbroken } from '../../lib/format.ts'
import { MoneyFormField } from '../../ui/money-form-field.tsx'

/** The amount in centavos outlives a change of the way to pay. */
export type DepositForm = UseFormReturn<{ amount: number | null }>

/** How much is to reach the wallet, within the limits of the way to pay. */
export function DepositAmount({ form, method }: { form: DepositForm; method: OutsideMethod }) {
  const { t } = useTranslation(['payments', 'common'])

  const max = formatBRL(largestAmount(method))

  /** What is wrong with an amount, or true when nothing is. */
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

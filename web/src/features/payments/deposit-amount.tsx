import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { largestAmount } from '#domain/fee.ts'
import { formatBRL, MIN_DEPOSIT, QUICK_AMOUNTS } from '#domain/money.ts'
import { MoneyFormField } from '../../ui/money-form-field.tsx'
import type { OutsideMethod } from './checkout/method-choice.tsx'

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
    <div className="flex flex-col gap-3">
      <MoneyFormField
        control={form.control}
        name="amount"
        validate={amountFault}
        label={t('deposit.amount')}
        hint={t('deposit.amountHint')}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('deposit.quick')}</legend>
        {QUICK_AMOUNTS.map((centavos) => (
          <button
            key={centavos}
            type="button"
            aria-pressed={form.watch('amount') === centavos}
            onClick={() => form.setValue('amount', centavos, { shouldValidate: true, shouldDirty: true })}
            className="figures min-h-11 rounded-full border border-edge px-4 text-sm transition duration-150 hover:bg-line/50 aria-pressed:border-text aria-pressed:bg-text aria-pressed:text-ink"
          >
            {formatBRL(centavos).replace(/,00$/, '')}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

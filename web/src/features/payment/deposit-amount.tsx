import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL, MAX_CENTAVOS, MIN_DEPOSIT } from '#domain/money.ts'
import { MoneyField } from '../../ui/money-field.tsx'

/** The amount in centavos outlives a change of the way to pay. */
export type DepositForm = UseFormReturn<{ amount: number | null }>

/** How much is to reach the wallet, within its limits. */
export function DepositAmount({ form }: { form: DepositForm }) {
  const { t } = useTranslation(['payment', 'common'])

  /** What is wrong with an amount, or true when nothing is. */
  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (centavos < MIN_DEPOSIT) return t('deposit.tooLow', { min: formatBRL(MIN_DEPOSIT) })
    if (centavos > MAX_CENTAVOS) return t('deposit.tooHigh', { max: formatBRL(MAX_CENTAVOS) })
    return true
  }

  return (
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
  )
}

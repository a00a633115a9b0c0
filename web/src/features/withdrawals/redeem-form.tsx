import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL, MAX_CENTAVOS } from '#domain/money.ts'
import { normalisePixKey, PIX_KEY_TYPES, type PixKeyType } from '#domain/pix-key.ts'
import { ApiError } from '../../lib/api.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { useSecondTap } from '../../lib/second-tap.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { MoneyFormField } from '../../ui/money-form-field.tsx'
import { AvailableBalance } from './available-balance.tsx'
import { KeyField } from './key-field.tsx'
import { useWithdrawalRequest } from './use-withdrawal-request.ts'

type Values = { pixKeyType: PixKeyType; pixKey: string; amount: number | null }
const EMPTY: Values = { pixKeyType: 'cpf', pixKey: '', amount: null }

/** Type of key, key and amount. The type is chosen, never guessed: a number can be a CPF and a stranger's phone. */
export function RedeemForm() {
  const { t } = useTranslation(['withdrawals', 'common'])
  const { data: wallet } = useQuery(balanceQuery)
  const form = useForm<Values>({ defaultValues: EMPTY })
  const type = form.watch('pixKeyType')

  const { sent, isSecondTap } = useSecondTap()

  const submit = form.handleSubmit(useSending(form, sent))

  function keyFault(pixKey: string): string | true {
    if (pixKey.trim() === '') return t('common:required')
    return normalisePixKey(type, pixKey) === null ? t(`keyInvalid.${type}`) : true
  }

  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (wallet && centavos > wallet.balance) return t('exceeds')
    if (centavos > MAX_CENTAVOS) return t('tooHigh', { max: formatBRL(MAX_CENTAVOS) })
    return true
  }

  return (
    <form
      noValidate
      onSubmit={(event) =>
        isSecondTap(form.formState.isDirty) ? event.preventDefault() : void submit(event)
      }
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8"
    >
      <AvailableBalance />
      <Controller
        control={form.control}
        name="pixKeyType"
        render={({ field }) => (
          <Choice
            look="chips"
            label={t('keyType')}
            options={PIX_KEY_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={field.value}
            onChange={(next) => {
              field.onChange(next)
              form.resetField('pixKey')
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="pixKey"
        rules={{ validate: keyFault }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <KeyField type={type} {...field} inputRef={ref} error={fieldState.error?.message} />
        )}
      />
      <MoneyFormField
        control={form.control}
        name="amount"
        validate={amountFault}
        label={t('amount')}
        hint={t('hint')}
      />
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t('submit')}
      </Button>
    </form>
  )
}

const FOCUS = { shouldFocus: true }

/** Sends the form; errors are shown at their fields. */
function useSending(form: UseFormReturn<Values>, onSent: () => void) {
  const { t } = useTranslation('withdrawals')
  const send = useWithdrawalRequest()
  return async ({ pixKeyType, pixKey, amount }: Values) => {
    if (amount === null) return
    try {
      await send({ pixKeyType, pixKey, amount })
      toast.success(t('success'))
      form.reset({ ...EMPTY, pixKeyType })
      onSent()
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'withdrawal_exceeds_balance') form.setError('amount', { message: t('exceeds') }, FOCUS)
      else if (code === 'pix_key_invalid') {
        form.setError('pixKey', { message: t(`keyInvalid.${pixKeyType}`) }, FOCUS)
      } else toast.error(t('failed', { message: error instanceof ApiError ? message : '' }))
    }
  }
}

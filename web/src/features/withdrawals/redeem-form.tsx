import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL, MAX_CENTAVOS } from '#domain/money.ts'
import { isWorthWithdrawing, LEAST_WITHDRAWAL } from '#domain/withdrawal.ts'
import type { BodyOf } from '#server/product/calls.ts'
import { ApiError } from '../../lib/api.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { prove } from '../../lib/proof.ts'
import { keys } from '../../lib/query.ts'
import { useAttempts } from '../../lib/use-attempts.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyFormField } from '../../ui/money-form-field.tsx'
import { enteredPixKey, NO_PIX_KEY, PixKeyFields, type PixKeyValues } from '../../ui/pix-key-fields.tsx'
import { isProofDue, requestWithdrawal } from './api.ts'
import { ConfirmWithdrawal, type Withdrawal, WithdrawalFacts } from './confirm-withdrawal.tsx'

type Values = PixKeyValues & { amount: number | null }
const EMPTY: Values = { ...NO_PIX_KEY, amount: null }

/** Key and amount. */
export function RedeemForm() {
  const { t } = useTranslation(['withdrawals', 'common'])
  const form = useForm<Values>({ defaultValues: EMPTY })

  const { busy, send } = useSending(form)
  const { asked, asking, ask, setAsked } = useConfirmation(send)

  const amountFault = useAmountFault()

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ amount, ...key }) => {
        if (amount !== null && !busy && !asking) void ask({ amount, ...enteredPixKey(key) })
      })}
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8"
    >
      <PixKeyFields form={form} />
      <MoneyFormField
        control={form.control}
        name="amount"
        validate={amountFault}
        label={t('amount')}
        hint={t('hint')}
      />
      <Button type="submit" busy={busy || asking}>
        {t('submit')}
      </Button>
      <ConfirmWithdrawal
        withdrawal={asked}
        onConfirm={(withdrawal) => {
          setAsked(null)
          void send(withdrawal)
        }}
        onCancel={() => setAsked(null)}
      />
    </form>
  )
}

/** One dialog asks for all: amount and key, and the proof where one is due. */
function useConfirmation(send: (withdrawal: Withdrawal) => Promise<void>) {
  const { t } = useTranslation('withdrawals')
  const [asked, setAsked] = useState<Withdrawal | null>(null)
  const [asking, setAsking] = useState(false)
  async function ask(withdrawal: Withdrawal) {
    setAsking(true)
    try {
      // If we cannot know it beforehand, the request itself is refused, and asks for it then.
      if (!(await isProofDue().catch(() => false))) return setAsked(withdrawal)
      const content = <WithdrawalFacts withdrawal={withdrawal} />
      const proven = await prove({ title: t('confirm.title'), content, submit: t('confirm.submit') })
      if (proven) await send(withdrawal)
    } finally {
      setAsking(false)
    }
  }
  return { asked, asking, ask, setAsked }
}

/** Why an amount in centavos cannot be asked for; true when it can. */
function useAmountFault() {
  const { t } = useTranslation(['withdrawals', 'common'])
  const { data: wallet } = useQuery(balanceQuery)

  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (wallet && centavos > wallet.balance) return t('exceeds')
    if (!isWorthWithdrawing(centavos, wallet?.balance ?? 0))
      return t('tooLow', { min: formatBRL(LEAST_WITHDRAWAL) })
    if (centavos > MAX_CENTAVOS) return t('tooHigh', { max: formatBRL(MAX_CENTAVOS) })
    return true
  }

  return amountFault
}

const FOCUS = { shouldFocus: true }

/** Sends what was confirmed; errors are shown at their fields. */
function useSending(form: UseFormReturn<Values>) {
  const { t } = useTranslation(['withdrawals', 'pix-key'])
  const request = useWithdrawalRequest()
  const [busy, setBusy] = useState(false)
  async function send({ pixKeyType, pixKey, amount }: Withdrawal) {
    setBusy(true)
    try {
      await request({ pixKeyType, pixKey, amount })
      toast.success(t('success'))
      form.reset(EMPTY)
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'withdrawal_exceeds_balance') form.setError('amount', { message: t('exceeds') }, FOCUS)
      else if (code === 'pix_key_invalid') {
        form.setError('pixKey', { message: t(`pix-key:invalid.${pixKeyType}`) }, FOCUS)
      } else toast.error(t('failed', { message: error instanceof ApiError ? message : '' }))
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}

/** Sends a request; one whose answer was lost keeps its key, so that trying again never requests twice. */
function useWithdrawalRequest() {
  const cache = useQueryClient()
  const attempts = useAttempts()

  /** Throws ApiError. */
  return async function send(body: BodyOf<'POST /redeem-balance'>): Promise<void> {
    await attempts.send(attempts.attempt(body), (key) => requestWithdrawal(body, key))
    for (const queryKey of [keys.balance, keys.withdrawals, keys.statement]) {
      void cache.invalidateQueries({ queryKey })
    }
  }
}

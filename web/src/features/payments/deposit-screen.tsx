import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { amountWithFee, pixFee } from '#domain/fee.ts'
import { formatBRL, isAmount } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { usePaymentOnScreen } from '../../lib/payment-on-screen.ts'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { OwnBalance } from '../../ui/own-balance.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { CardDeposit } from './card-deposit.tsx'
import { CardElements } from './checkout/card-elements.tsx'
import { CardGate } from './checkout/card-gate.tsx'
import { feeLabel } from './checkout/fee-terms.ts'
import { MethodChoice, type OutsideMethod } from './checkout/method-choice.tsx'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { usePaymentStatus } from './checkout/payment-status.ts'
import { PixGate } from './checkout/pix-gate.tsx'
import { usePixPayment } from './checkout/use-pix-payment.ts'
import { DepositAmount, type DepositForm } from './deposit-amount.tsx'
import { SuccessPanel } from './success-panel.tsx'

const DEPOSIT = { typeBuy: 'balance', UID: '' } as const
const TOAST = paymentToastId('balance', null)

/** `/deposit` — money from outside into the wallet. */
export function DepositScreen() {
  const { t } = useTranslation('payments')
  // Kept for the next payment, whose form is empty otherwise.
  const [method, setMethod] = useState<OutsideMethod>('pix')
  const [sent, setSent] = useState<PaymentWire | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const place = useFocusInPlace<HTMLDivElement>(sent !== null)

  function send(payment: PaymentWire) {
    setRefused(null)
    setSent(payment)
  }

  return (
    <div ref={place} className="mx-auto max-w-lg">
      <ScreenTitle lead={sent ? undefined : t('deposit.lead')}>{t('deposit.title')}</ScreenTitle>
      {/* Around both, so that another payment does not wait for the same answer again. */}
      <CardGate
        place={DEPOSIT}
        projectId={null}
        onSent={send}
        onRefused={({ amount }) => {
          setMethod('card')
          setRefused(amount)
        }}
      >
        {sent ? (
          <SentDeposit payment={sent} onAgain={() => setSent(null)}>
            <ButtonLink to={paths.dashboard}>{t('deposit.success.listen')}</ButtonLink>
            <Button look="secondary" onClick={() => setSent(null)}>
              {t('deposit.success.again')}
            </Button>
          </SentDeposit>
        ) : (
          <>
            <OwnBalance deciding />
            <DepositChoice method={method} refused={refused} onMethod={setMethod} onSent={send} />
          </>
        )}
      </CardGate>
    </div>
  )
}

type DepositChoiceProps = {
  method: OutsideMethod
  /** Centavos of a payment by card that was found again and refused. */
  refused: number | null
  onMethod(chosen: OutsideMethod): void
  onSent(payment: PaymentWire): void
}

/** PIX or card, and the form of the chosen one; the address may bring an amount along (`depositOf`). */
function DepositChoice({ method, refused, onMethod, onSent }: DepositChoiceProps) {
  const [query] = useSearchParams()
  const asked = Number(query.get('amount'))
  const form = useForm<{ amount: number | null }>({
    defaultValues: { amount: refused ?? (isAmount(asked) ? asked : null) },
  })

  function choose(chosen: OutsideMethod) {
    onMethod(chosen)
    // An amount that is too much for one method may be fine for the other.
    form.clearErrors('amount')
  }

  return (
    <div className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8">
      <MethodChoice value={method} onChange={choose} />
      {method === 'pix' ? (
        <PixDeposit form={form} onSent={onSent} />
      ) : (
        <CardElements>
          <CardDeposit form={form} onSent={onSent} />
        </CardElements>
      )}
    </div>
  )
}

type PixDepositProps = { form: DepositForm; onSent(payment: PaymentWire): void }

/** Amount and fee first, then the code. */
function PixDeposit({ form, onSent }: PixDepositProps) {
  return (
    <PixGate code={usePixPayment(DEPOSIT)} toastId={TOAST} onPaid={onSent}>
      {(start) => <AmountForm form={form} start={start} />}
    </PixGate>
  )
}

function AmountForm({ form, start }: { form: DepositForm; start: (amount: number) => Promise<void> }) {
  const { t } = useTranslation('payments')
  const failure = usePaymentFailure(TOAST)
  const amount = form.watch('amount') ?? 0
  const submit = form.handleSubmit(async (values) => {
    if (values.amount === null) return
    await start(values.amount).catch((error: unknown) => failure.show(error))
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <DepositAmount form={form} method="pix" />
      <Rows>
        <Row label={feeLabel('pix')} value={formatBRL(pixFee(amount))} />
        <Row label={t('pix.total')} value={formatBRL(amountWithFee('pix', amount))} strong />
      </Rows>
      <p className="text-muted text-sm">{t('pix.notice')}</p>
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t('pix.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}

type SentDepositProps = {
  payment: PaymentWire
  /** Back to the form, after a payment that was refused. */
  onAgain(): void
  /** Where to go from here, unless it was refused. */
  children: ReactNode
}

/** Shown once a deposit has been sent: follows its status, in the same words as the notifications. */
function SentDeposit({ payment, onAgain, children }: SentDepositProps) {
  const { t } = useTranslation(['payments', 'live'])
  const status = usePaymentStatus(payment)
  usePaymentOnScreen(payment.uid)
  if (status === 'failed') {
    return (
      <SuccessPanel title={t('live:modal.failed.title')} lines={[t('live:modal.failed.text')]} tone="muted">
        <Button onClick={onAgain}>{t('again')}</Button>
      </SuccessPanel>
    )
  }
  return <SuccessPanel {...depositWords(status)}>{children}</SuccessPanel>

  function depositWords(now: PaymentStatus) {
    if (now === 'pending') return { title: t('deposit.success.title'), lines: [t('deposit.success.text')] }
    if (now === 'failed-token') {
      return { title: t('live:modal.failed-token.title'), lines: [t('live:modal.failed-token.text')] }
    }
    return {
      title: t('deposit.arrived.title'),
      lines: [t('deposit.arrived.text', { amount: unbroken(formatBRL(payment.amount)) })],
    }
  }
}

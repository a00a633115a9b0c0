import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { serverNow } from '../../lib/clock.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useTapsOver } from '../../lib/second-tap.ts'
import { Button } from '../../ui/button.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { turnedAway } from './admission.ts'
import { projectQuery } from './checkout/api.ts'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { openPixQuery } from './checkout/pix-api.ts'
import { useBalancePayment } from './checkout/use-balance-payment.ts'

type WalletPurchaseProps = {
  /** The work, on whose own page this stands. */
  uid: string
  onSent(payment: PaymentWire, project: ProjectWire): void
  /** The way to the payment page, for whoever cannot pay with the wallet. */
  children: ReactNode
}

/**
 * One press buys from the wallet, where the work is shown. It is offered where the payment page would choose the
 * wallet by itself: there is enough, and no PIX code waits to be paid.
 */
export function WalletPurchase({ uid, onSent, children }: WalletPurchaseProps) {
  const project = useQuery(projectQuery(uid))
  const balance = useQuery(balanceQuery)
  const waiting = useQuery(openPixQuery({ typeBuy: 'mint', UID: uid }))
  if (project.isPending || balance.isPending || waiting.isPending) {
    return <Skeleton className="mt-4 h-12 w-full sm:mt-6 sm:w-72" />
  }
  const free = balance.data?.balance ?? 0
  const isOffered =
    project.data !== undefined &&
    waiting.data === null &&
    turnedAway(project.data, serverNow(), false) === null &&
    free >= project.data.fiatPrice
  if (!isOffered) return children
  return <PayFromWallet project={project.data} free={free} onSent={onSent} />
}

type PayFromWalletProps = Pick<WalletPurchaseProps, 'onSent'> & {
  project: ProjectWire
  /** Centavos in the wallet. */
  free: number
}

function PayFromWallet({ project, free, onSent }: PayFromWalletProps) {
  const { t } = useTranslation('payments')
  const { pay, toastId } = useBalancePayment('mint', project.id)
  const failure = usePaymentFailure(toastId)
  const tapsOver = useTapsOver()
  const purchase = useMutation({
    mutationFn: () => pay({ typeBuy: 'mint', UID: project.uid }, t('buy.success.text')),
    onSuccess: (payment) => onSent(payment, project),
    onError: (error) => failure.show(error),
  })
  const look = { className: 'text-text underline decoration-edge underline-offset-4' }
  return (
    <div className="mt-4 flex basis-full flex-col gap-2 sm:mt-6">
      <Button
        busy={!tapsOver || purchase.isPending}
        onClick={() => purchase.mutate()}
        className="w-full sm:w-auto sm:self-start sm:px-10"
      >
        {t('buy.now', { price: unbroken(formatBRL(project.fiatPrice)) })}
      </Button>
      <p className="max-w-[50ch] text-muted text-sm">
        <Trans
          t={t}
          i18nKey="buy.nowTerms"
          components={{
            before: <MaskedAmount deciding text={unbroken(formatBRL(free))} />,
            after: <MaskedAmount deciding text={unbroken(formatBRL(free - project.fiatPrice))} />,
            other: <Link to={paths.payment(project.uid)} {...look} />,
          }}
        />
        {/* Not within the sentence: what has words of its own is made anew there at each second, under a finger or the keyboard. */}
        {' · '}
        <Link to={paths.tipping(project.uid)} {...look}>
          {t('buy.nowTip', { author: project.author })}
        </Link>
      </p>
      {failure.modal}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { unbroken } from '../../lib/format.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { BalancePurchase } from './balance-purchase.tsx'
import { CardPurchase } from './card-purchase.tsx'
import { CardElements } from './checkout/card-elements.tsx'
import { CardGate } from './checkout/card-gate.tsx'
import { MethodChoice, type OutsideMethod } from './checkout/method-choice.tsx'
import { usePixPayment } from './checkout/use-pix-payment.ts'
import { OpenCode } from './open-code.tsx'
import { PixPurchase } from './pix-purchase.tsx'
import { ProjectSummary } from './project-summary.tsx'
import { type Extras, priceWithTip } from './purchase-extras.tsx'
import { SentPurchase, type SentPurchaseProps } from './sent-purchase.tsx'
import { useRecipient } from './use-recipient.tsx'
import { useTip } from './use-tip.tsx'

/** Of a lot with an announced opening: the sale, once it is the fan's turn. `opensAt` is milliseconds since 1970. */
export type SaleInTurn = (props: { project: ProjectWire; opensAt: number; sale: ReactNode }) => ReactNode

type CheckoutProps = {
  project: ProjectWire
  /** The first play, offered once the $TUNE is the fan's. */
  play: ReactNode
  /** Whether the page was opened to give. */
  giving: boolean
  /** Whether it was opened to add an amount for the artist. */
  tipping: boolean
  /** How the gift that a payment has bought reaches its recipient. */
  handOver(paymentUid: string): ReactNode
  turn: SaleInTurn
}

type Sent = Pick<SentPurchaseProps, 'payment' | 'method' | 'isGift'>

/** The project, how to pay for it, and the moment in which it becomes the fan's. */
export function Checkout({ project, play, giving, tipping, handOver, turn }: CheckoutProps) {
  const [sent, setSent] = useState<Sent | null>(null)
  // Kept for another try, after a payment that was refused.
  const [outside, setOutside] = useState<OutsideMethod>('pix')
  const { profile } = useSignedIn()
  const drafted = `${project.uid}-${profile.uid}`
  const recipient = useRecipient(project, giving, `gift-${drafted}`)
  const tip = useTip(project.author, tipping, `tip-${drafted}`)
  const extras = {
    gift: recipient.gift,
    tip: tip.tip,
    choose: tip.choose,
    // Both, so that each shows what is missing.
    check: () => [recipient.check(), tip.check()].every(Boolean),
  }
  function conclude(bought: Sent) {
    recipient.sent()
    tip.sent()
    setSent(bought)
  }
  if (sent) {
    return (
      <SentPurchase
        {...sent}
        project={project}
        play={sent.isGift ? handOver(sent.payment.uid) : play}
        onAgain={() => setSent(null)}
      />
    )
  }
  const sale = (
    <CardGate
      place={{ typeBuy: 'mint', UID: project.uid }}
      projectId={project.id}
      onSent={(payment) => conclude({ payment, method: 'card', isGift: payment.isGift })}
      onRefused={() => setOutside('card')}
    >
      <PaymentChoice
        project={project}
        extras={extras}
        onSent={(payment, method) => conclude({ payment, method, isGift: recipient.gift !== undefined })}
        outside={outside}
        onOutside={setOutside}
      >
        {recipient.fields}
        {tip.fields}
      </PaymentChoice>
    </CardGate>
  )
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-14">
      <ProjectSummary project={project} isGift={recipient.gift !== undefined} />
      {project.opensAt === null ? sale : turn({ project, opensAt: Date.parse(project.opensAt), sale })}
    </div>
  )
}

/** Why the balance, in centavos, cannot be used for what costs more than it holds. */
function whyNot(free: number | undefined, price: number) {
  if (free === undefined) return 'buy.balanceUnknown'
  return free < price ? 'buy.balanceTooLow' : 'buy.balanceTooLowForTip'
}

/** What a code adds for the artist holds for every other way to pay, too. */
function useTipOf(pix: PixPaymentWire | null, { tip, choose }: Extras): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code.
  useEffect(() => {
    if (pix && pix.tip !== (tip?.amount ?? 0)) choose(pix.tip)
  }, [pix?.uid])
}

type PaymentChoiceProps = {
  project: ProjectWire
  extras: Extras
  onSent(payment: PaymentWire, method: OutsideMethod | null): void
  outside: OutsideMethod
  onOutside(chosen: OutsideMethod): void
  /** What is asked before how to pay, as long as no code has decided it. */
  children: ReactNode
}

function PaymentChoice({ project, extras, onSent, outside, onOutside, children }: PaymentChoiceProps) {
  const { t } = useTranslation('payments')
  const balance = useQuery(balanceQuery)
  const { gift, tip } = extras
  const code = usePixPayment({ typeBuy: 'mint', UID: project.uid, gift, tip })
  const { pix } = code
  useTipOf(pix, extras)
  // A card that was refused is followed by another one.
  const [chosen, setChosen] = useState(outside === 'card' ? false : null)
  if (balance.isPending || code.isPending) return <Skeleton className="h-96" />

  const free = balance.data?.balance
  const covers = free !== undefined && free >= priceWithTip(project.fiatPrice, extras)
  // Money in the wallet costs no fee and is one tap away, unless a PIX code already waits to be paid.
  const withBalance = covers && (chosen ?? !pix)
  const purchase = {
    project,
    extras,
    onSent: (payment: PaymentWire) => onSent(payment, withBalance ? null : outside),
  }
  return (
    <div className="flex max-w-xl flex-col gap-6">
      {pix ? (
        <OpenCode
          pix={pix}
          projectId={project.id}
          extras={extras}
          leave={code.leave}
          isBelow={!withBalance && outside === 'pix'}
        >
          {children}
        </OpenCode>
      ) : (
        children
      )}
      {covers ? (
        <SwitchField
          label={t('buy.useBalance')}
          hint={
            <Trans
              t={t}
              i18nKey="buy.balanceCovers"
              components={{ balance: <MaskedAmount deciding text={unbroken(formatBRL(free))} /> }}
            />
          }
          checked={withBalance}
          onChange={setChosen}
        />
      ) : (
        // A code that waits has decided how it is paid.
        !pix && <Notice>{t(whyNot(free, project.fiatPrice))}</Notice>
      )}
      {withBalance ? (
        <BalancePurchase {...purchase} />
      ) : (
        <>
          <MethodChoice value={outside} onChange={onOutside} />
          {outside === 'pix' ? (
            <PixPurchase {...purchase} code={code} />
          ) : (
            <CardElements>
              <CardPurchase {...purchase} />
            </CardElements>
          )}
        </>
      )}
    </div>
  )
}

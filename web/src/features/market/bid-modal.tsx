import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { unbroken } from '../../lib/format.ts'
import { Cover } from '../../ui/cover.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { CardElements, CardGate, MethodChoice, type OutsideMethod, openPixQuery } from '../payments/public.ts'
import { BalanceBid } from './balance-bid.tsx'
import type { BidOfferProps } from './bid-offer.ts'
import { CardBid } from './card-bid.tsx'
import { bestOffer } from './offer.ts'
import { PixBid } from './pix-bid.tsx'

type OfferProps = Omit<BidOfferProps, 'amount' | 'onAmount'>
type BidModalProps = Omit<OfferProps, 'onSending'> & { open: boolean; onClose(): void }

/** `_enviar oferta` — the project, how bidding works, the amount, and how it is paid. */
export function BidModal({ open, onClose, ...rest }: BidModalProps) {
  const { t } = useTranslation('market')
  const [sending, setSending] = useState(false)
  return (
    <Modal open={open} onClose={() => !sending && onClose()} title={t('form.title')}>
      <BidPayment {...rest} onSending={setSending} />
    </Modal>
  )
}

/** The payment by card that waits for its bank, or the form; after a refusal the form keeps its amount, in centavos. */
function BidPayment(props: OfferProps) {
  const { project, onSent } = props
  const [refused, setRefused] = useState<number | null>(null)
  return (
    <CardGate
      place={{ typeBuy: 'bid', UID: project.uid }}
      projectId={project.id}
      onSent={(payment) => onSent('card', payment)}
      onRefused={({ amount }) => setRefused(amount)}
    >
      <BidOffer {...props} refused={refused} />
    </CardGate>
  )
}

function BidOffer({ refused, ...props }: OfferProps & { refused: number | null }) {
  const { t } = useTranslation('market')
  const { project, view } = props
  const offer = bestOffer(project, view?.auction ?? null)
  const balance = useQuery(balanceQuery)
  const free = balance.data?.balance ?? null
  const covers = free !== null && free >= project.fiatPrice
  const waiting = useQuery(openPixQuery({ typeBuy: 'bid', UID: project.uid }))
  const [chosen, setChosen] = useState(refused === null ? null : false)
  // What becomes of a code stays in sight, also once its money has come to the wallet, which then may hold enough.
  if (waiting.data && chosen === null) setChosen(false)
  const [outside, setOutside] = useState<OutsideMethod>(refused === null ? 'pix' : 'card')
  // What the page has just named beside the button; kept when the payment method changes.
  const [first] = useState(offer.amount)
  const [amount, setAmount] = useState<number | null>(refused ?? first)
  // The wallet costs no fee, so it is offered first, unless it does not hold that, or a PIX code already waits to be paid.
  const withBalance = covers && (chosen ?? first <= free)
  const typed = { amount, onAmount: setAmount }

  return (
    <div className="flex flex-col gap-6 low:gap-3">
      <Work project={project} />
      {offer.free > 0 ? (
        <Notice>{t('free', { count: offer.free, amount: unbroken(formatBRL(offer.amount)) })}</Notice>
      ) : (
        <p className="text-muted text-sm">{t('form.text')}</p>
      )}
      {balance.isPending || waiting.isPending ? (
        <Skeleton className="h-64" />
      ) : (
        <>
          {covers ? (
            <SwitchField
              label={t('form.useBalance')}
              hint={
                <Trans
                  t={t}
                  i18nKey="form.balanceHint"
                  components={{ balance: <MaskedAmount deciding text={unbroken(formatBRL(free))} /> }}
                />
              }
              checked={withBalance}
              onChange={setChosen}
            />
          ) : (
            <Notice>{t('form.noBalance')}</Notice>
          )}
          {withBalance && free !== null ? (
            <BalanceBid {...props} {...typed} balance={free} />
          ) : (
            <>
              <MethodChoice value={outside} onChange={setOutside} />
              {outside === 'pix' ? (
                <PixBid {...props} {...typed} />
              ) : (
                <CardElements>
                  <CardBid {...props} {...typed} />
                </CardElements>
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Not on a phone on its side, where the field would be out of sight: the page below says the same. */
function Work({ project }: Pick<OfferProps, 'project'>) {
  return (
    <div className="flex items-center gap-4 low:hidden">
      <Cover
        src={project.thumbnail}
        author={project.author}
        projectName={project.projectName}
        decorative
        small
        className="w-20 shrink-0"
      />
      <div className="min-w-0">
        <p className="name text-xl">{project.projectName}</p>
        <p className="text-muted text-sm">{project.author}</p>
      </div>
    </div>
  )
}

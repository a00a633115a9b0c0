import { useStripe } from '@stripe/react-stripe-js'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { WaitingCardWire } from '#server/product/payments/contract.ts'
import { api } from '../../../lib/api.ts'
import { paymentToastId } from '../../../lib/payment-toast.ts'
import { keys } from '../../../lib/query.ts'
import { forgetShownFailure, rememberShownFailure } from '../../../lib/shown-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFocusInPlace } from '../../../ui/use-focus-in-place.ts'
import { CardElements } from './card-elements.tsx'
import { CardError } from './failure-sentence.ts'
import { feeLabel } from './fee-terms.ts'
import { usePaymentFailure } from './payment-failure.tsx'
import { withdrawOpenPix } from './pix-api.ts'

type Place = { typeBuy: 'mint' | 'bid' | 'balance'; UID: string }

const waitingCardQuery = ({ typeBuy, UID }: Place) =>
  queryOptions({
    queryKey: keys.waitingCard(typeBuy, UID),
    queryFn: async ({ signal }) =>
      (await api('GET /card-payments', { query: { typeBuy, UID }, signal })).data,
    refetchOnMount: 'always',
    gcTime: 0,
  })

type CardGateProps = {
  place: Place
  /** Of the project it pays for; null for a deposit. */
  projectId: number | null
  onSent(payment: WaitingCardWire): void
  /** The bank has refused it: another card may do, for the same amount. */
  onRefused(payment: WaitingCardWire): void
  /** How to pay, where no payment waits. */
  children: ReactNode
}

/**
 * Finds the payment by card that an earlier visit began and whose bank still waits for its payer. It is decided once, on
 * arrival: one that begins on this very page is its form's.
 */
export function CardGate({ place, projectId, onSent, onRefused, children }: CardGateProps) {
  const cache = useQueryClient()
  const { data, isPending } = useQuery(waitingCardQuery(place))
  const [found, setFound] = useState<WaitingCardWire | null>()
  if (found === undefined && !isPending) setFound(data ?? null)
  const failure = usePaymentFailure(paymentToastId(place.typeBuy, projectId))
  const room = useFocusInPlace<HTMLDivElement>(Boolean(found))
  if (found === undefined) return <Skeleton className="h-72" />
  return (
    <div ref={room}>
      {found ? (
        <CardElements>
          <WaitingCard
            payment={found}
            toastId={paymentToastId(place.typeBuy, projectId)}
            onSent={() => {
              setFound(null)
              void withdrawOpenPix(cache, { ...place, gift: found.isGift })
              onSent(found)
            }}
            onFailure={(fault) => {
              if (fault instanceof CardError) {
                setFound(null)
                onRefused(found)
              }
              failure.show(fault)
            }}
            onGone={() => setFound(null)}
          />
        </CardElements>
      ) : (
        children
      )}
      {failure.modal}
    </div>
  )
}

type WaitingCardProps = {
  payment: WaitingCardWire
  toastId: string
  onSent(): void
  onFailure(fault: unknown): void
  onGone(): void
}

/** The payment on its way, and its two ways on: the bank's question, or giving it up. */
function WaitingCard({ payment, toastId, onSent, onFailure, onGone }: WaitingCardProps) {
  const { t } = useTranslation('payments')
  const stripe = useStripe()
  const cache = useQueryClient()
  const goOn = useMutation({
    async mutationFn() {
      forgetShownFailure(toastId)
      if (!stripe) throw new CardError()
      const { error } = await stripe.handleNextAction({ clientSecret: payment.clientSecret })
      if (error) throw new CardError(error)
    },
    onSuccess: onSent,
    onError: onFailure,
  })
  const giveUp = useMutation({
    async mutationFn() {
      // Realtime tells of it as of any failure, and its payer knows.
      rememberShownFailure(toastId, Date.now())
      return (await api('POST /card-payments/{uid}/give-up', { params: { uid: payment.uid } })).data
    },
    onSuccess({ status }) {
      // The bank had been answered meanwhile.
      if (status !== 'failed') return onSent()
      toast.success(t('bank.gone'))
      void cache.invalidateQueries({ queryKey: keys.projects })
      onGone()
    },
    onError: onFailure,
  })
  const busy = goOn.isPending || giveUp.isPending
  return (
    <section className="flex flex-col gap-5">
      <h2 className="section-title">{t('bank.title')}</h2>
      <p>{t('bank.text')}</p>
      <Rows>
        <Row label={t('bank.amount')} value={formatBRL(payment.amount)} />
        <Row label={feeLabel('card')} value={formatBRL(payment.fee)} />
        <Row label={t('buy.total')} value={formatBRL(payment.total)} strong />
      </Rows>
      <Button busy={busy} onClick={() => goOn.mutate()}>
        {t('bank.goOn')}
      </Button>
      <Button look="quiet" busy={busy} onClick={() => giveUp.mutate()}>
        {t('bank.giveUp')}
      </Button>
    </section>
  )
}

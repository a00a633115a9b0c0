import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { isStanding } from '#domain/bid.ts'
import { largestAmount } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { serverNow } from '../../lib/clock.ts'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { keys } from '../../lib/query.ts'
import type { CardSource } from '../payments/public.ts'
import { bidFault, placeOfFailure } from './bid-fault.ts'
import type { BidMethod, BidOfferProps } from './bid-offer.ts'

type BidFormOptions = BidOfferProps & {
  method: BidMethod
  /** Available money in centavos; null when a card pays. */
  balance: number | null
  /** Sends the bid and reports it; what it throws is passed to `onFailure`. */
  send(amount: number, source?: CardSource): Promise<unknown>
  onFailure(error: unknown): void
}

/** The steps of a bid: its amount is validated, confirmed and sent; a refusal is explained where it belongs. */
export function useBidForm(options: BidFormOptions) {
  const { t } = useTranslation(['market', 'common', 'refusals'])
  const { amount, balance } = options
  const [error, setError] = useState<string>()
  const [confirming, setConfirming] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function showError(text: string) {
    setError(text)
    input.current?.focus()
  }

  const sending = useSending(options, showError)
  const { busy } = sending

  /** Shows what is wrong with the amount, and reduces one that is more than the wallet holds. */
  function isSound(): boolean {
    const largest = largestAmount(options.method)
    const fault = bidFault(factsOf(options), { amount, balance, largest }, serverNow())
    if (fault === null) return true
    if (fault === 'bid_already_active') options.onDuplicate()
    else if (fault === 'required') showError(t('common:required'))
    else if (fault === 'too_high') showError(t('form.tooHigh', { max: formatBRL(largest) }))
    else showError(t(`refusals:${fault}`))
    if (fault === 'bid_exceeds_balance') options.onAmount(balance)
    return false
  }

  /** Whether it was sent; what failed has been told. */
  async function confirm(source?: CardSource): Promise<boolean> {
    setConfirming(false)
    return amount !== null && (await sending.send(amount, source))
  }

  return {
    busy,
    confirming,
    /** Validates, then asks for confirmation; `more` validates the fields beside the amount. */
    submit(more: () => boolean = () => true) {
      const sound = isSound()
      if (more() && sound && !busy) setConfirming(true)
    },
    /** Whether it can be sent at once, where a wallet's sheet is the confirmation. */
    isReady: () => isSound() && !busy,
    confirm,
    cancel: () => setConfirming(false),
    field: {
      inputRef: input,
      value: amount,
      error,
      onChange(typed: number | null) {
        setError(undefined)
        options.onAmount(typed)
      },
    },
  }
}

/** The bid on its way; a refusal is shown where it can be corrected. */
function useSending(options: BidFormOptions, showError: (text: string) => void) {
  const cache = useQueryClient()
  const { project } = options
  const [busy, setBusy] = useState(false)

  function showFailure(failure: unknown) {
    const place = placeOfFailure(failure)
    if (place === 'sentence') return options.onFailure(failure)
    // Nothing is in progress any more.
    toast.dismiss(paymentToastId('bid', project.id))
    if (place === 'duplicate') options.onDuplicate()
    else showError((failure as Error).message)
  }

  async function send(amount: number, source?: CardSource): Promise<boolean> {
    setBusy(true)
    options.onSending(true)
    try {
      await options.send(amount, source)
      return true
    } catch (failure) {
      showFailure(failure)
      return false
    } finally {
      setBusy(false)
      options.onSending(false)
      for (const queryKey of [keys.auction(project.uid), keys.userBids])
        void cache.invalidateQueries({ queryKey })
    }
  }

  return { busy, send }
}

function factsOf({ project, view }: BidFormOptions) {
  // Only other people's bids occupy an amount: a fan who repeats their own is told that they already have a
  // bid.
  const standing = view?.bids.filter(({ id, status }) => isStanding(status) && id !== view.mine?.id) ?? []
  return { project, standing, hasActiveBid: Boolean(view?.mine), isPaidForIt: view?.isPaidForIt ?? false }
}

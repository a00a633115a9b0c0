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
import { bidFault, placeOfFailure } from './bid-fault.ts'
import type { BidMethod, BidOfferProps } from './bid-offer.ts'

type BidFormOptions = BidOfferProps & {
  method: BidMethod
  /** Available money in centavos; null when a card pays. */
  balance: number | null
  /** Sends the bid and reports it; what it throws is passed to `onFailure`. */
  send(amount: number): Promise<unknown>
  onFailure(error: unknown): void
}

/** The steps of a bid: its amount is validated, confirmed and sent; a refusal is explained where it belongs. */
export function useBidForm(options: BidFormOptions) {
  const { t } = useTranslation(['market', 'common', 'refusals'])
  const cache = useQueryClient()
  const { project, amount, balance } = options
  const [error, setError] = useState<string>()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function showError(text: string) {
    setError(text)
    input.current?.focus()
  }

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

  async function confirm() {
    if (amount === null) return
    setConfirming(false)
    setBusy(true)
    options.onSending(true)
    try {
      await options.send(amount)
    } catch (failure) {
      const place = placeOfFailure(failure)
      if (place === 'sentence') return options.onFailure(failure)
      // The refusal is shown where it can be corrected, and nothing is in progress any more.
      toast.dismiss(paymentToastId('bid', project.id))
      if (place === 'duplicate') options.onDuplicate()
      else showError((failure as Error).message)
    } finally {
      setBusy(false)
      options.onSending(false)
      for (const queryKey of [keys.auction(project.uid), keys.userBids])
        void cache.invalidateQueries({ queryKey })
    }
  }

  return {
    busy,
    confirming,
    /** Validates, then asks for confirmation; `more` validates the fields beside the amount. */
    submit(more: () => boolean = () => true) {
      const sound = isSound()
      if (more() && sound && !busy) setConfirming(true)
    },
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

function factsOf({ project, view }: BidFormOptions) {
  // Only other people's bids occupy an amount: a fan who repeats their own is told that they already have a
  // bid.
  const standing = view?.bids.filter(({ id, status }) => isStanding(status) && id !== view.mine?.id) ?? []
  return { project, standing, hasActiveBid: Boolean(view?.mine) }
}

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
  /** Free money in centavos; null when a card pays. */
  balance: number | null
  /** Sends the bid, and says so; throws what `onFailure` is called with. */
  send(amount: number): Promise<unknown>
  onFailure(error: unknown): void
}

/** The steps of a bid: its amount is checked, asked about once more, sent; a refusal is explained where it belongs. */
export function useBidForm(options: BidFormOptions) {
  const { t } = useTranslation(['market', 'common', 'refusals'])
  const cache = useQueryClient()
  const { project, amount, balance } = options
  const [error, setError] = useState<string>()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function complain(text: string) {
    setError(text)
    input.current?.focus()
  }

  /** Says what is wrong with the amount, and puts right what is more than the wallet holds. */
  function isSound(): boolean {
    const largest = largestAmount(options.method)
    const fault = bidFault(factsOf(options), { amount, balance, largest }, serverNow())
    if (fault === null) return true
    if (fault === 'bid_already_active') options.onDuplicate()
    else if (fault === 'required') complain(t('common:required'))
    else if (fault === 'too_high') complain(t('form.tooHigh', { max: formatBRL(largest) }))
    else complain(t(`refusals:${fault}`))
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
      // It is shown where it can be corrected, and nothing is under way any more.
      toast.dismiss(paymentToastId('bid', project.id))
      if (place === 'duplicate') options.onDuplicate()
      else complain((failure as Error).message)
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
    /** Checks, then asks; `more` are the checks of the fields beside the amount. */
    ask(more: () => boolean = () => true) {
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
  // Only other people's bids take an amount: a fan who meets their own is told that they already have one.
  const standing = view?.bids.filter(({ id, status }) => isStanding(status) && id !== view.mine?.id) ?? []
  return { project, standing, hasActiveBid: Boolean(view?.mine) }
}

import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { useBalanceShown } from '../../lib/balance.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { BalanceEye } from '../../ui/balance-eye.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import type { AuctionView } from './market-view.ts'
import { bestOffer } from './offer.ts'
import { useBidForecast } from './use-bid-forecast.ts'

type AmountFieldProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Available money in centavos; null when a card pays. */
  balance: number | null
  field: {
    inputRef: Ref<HTMLInputElement>
    value: number | null
    error: string | undefined
    onChange(amount: number | null): void
  }
}

/** The amount, what it would get or how to have as much, and the recommended amount, one press away. */
export function AmountField({ project, view, balance, field }: AmountFieldProps) {
  const { t } = useTranslation(['market', 'refusals', 'layout'])
  const offer = bestOffer(project, view?.auction ?? null)
  // The amount was then reduced to the balance.
  const isShort = field.error === t('refusals:bid_exceeds_balance')
  const isBelow = field.error === t('refusals:bid_below_price')
  const minimum = t('form.minimum', { min: unbroken(formatBRL(project.fiatPrice)) })
  const [shown] = useBalanceShown(true)
  return (
    <div>
      <MoneyField
        {...field}
        name="amount"
        mask={isShort && !shown ? t('layout:balance.masked') : undefined}
        label={t('form.amount')}
        hint={minimum}
      />
      {/* What is wrong has taken the hint's place. */}
      {isBelow && <p className="mt-1 text-muted text-sm">{minimum}</p>}
      {isShort ? (
        <div className="mt-1 flex items-center justify-between gap-2">
          <Link to={paths.deposit} className="link inline-flex min-h-11 items-center text-sm">
            {t('form.topUp')}
          </Link>
          <BalanceEye deciding />
        </div>
      ) : (
        <Prospect project={project} view={view} balance={balance} amount={field.value} said={field.error} />
      )}
      {offer.amount !== field.value && (balance === null || offer.amount <= balance) && (
        <button
          type="button"
          className="link mt-1 min-h-11 text-sm"
          onClick={() => field.onChange(offer.amount)}
        >
          {t(offer.free > 0 ? 'form.free' : 'form.lead', { amount: unbroken(formatBRL(offer.amount)) })}
        </button>
      )}
    </div>
  )
}

/** Announced to screen readers once typing has paused for this long, not after every key. */
const PAUSE_MS = 1000

type ProspectProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Available money in centavos; null when a card pays. */
  balance: number | null
  /** Centavos, or null while the field is empty. */
  amount: number | null
  /** What the field says already. */
  said: string | undefined
}

/** What the typed amount would get, or that the balance does not cover it: shown at once, announced when typing pauses. */
function Prospect({ project, view, balance, amount, said }: ProspectProps) {
  const { t } = useTranslation('market')
  const isBeyond = balance !== null && amount !== null && amount > balance
  const forecast = useBidForecast(project, view, amount)
  const words = isBeyond ? t('forecast.beyond') : forecast === said ? '' : forecast
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <>
      {words && (
        <p aria-hidden="true" className="mt-2 text-sm">
          {words}
        </p>
      )}
      <p role="status" className="sr-only">
        {settled === said ? '' : settled}
      </p>
    </>
  )
}

import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { isAmount } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { CardElements } from '../../checkout/card-elements.tsx'
import { MethodChoice, type OutsideMethod } from '../../checkout/method-choice.tsx'
import { CardDeposit } from './card-deposit.tsx'
import { PixDeposit } from './pix-deposit.tsx'

type DepositChoiceProps = {
  method: OutsideMethod
  onMethod(chosen: OutsideMethod): void
  onSent(payment: PaymentWire): void
}

/** PIX or card, and the form of the chosen one; the address may bring an amount along (`depositOf`). */
export function DepositChoice({ method, onMethod, onSent }: DepositChoiceProps) {
  const [query] = useSearchParams()
  const asked = Number(query.get('amount'))
  const form = useForm<{ amount: number | null }>({
    defaultValues: { amount: isAmount(asked) ? asked : null },
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

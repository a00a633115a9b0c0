import type { ReactNode } from 'react'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFocusInPlace } from '../../../ui/use-focus-in-place.ts'
import { usePaymentFailure } from './payment-failure.tsx'
import { PixPane } from './pix-pane.tsx'
import type { PixPaymentInHand } from './use-pix-payment.ts'

type PixGateProps = {
  code: PixPaymentInHand
  /** Of the payment's messages. */
  toastId: string
  /** Why the open code should not be paid any more: said in its place. */
  stop?: string | null
  /** The money has arrived and been used for its purpose. */
  onPaid(payment: PixPaymentWire): void
  /** The form that creates a code for an amount in centavos; `start` throws ApiError. */
  children(start: (amount: number) => Promise<void>): ReactNode
}

/**
 * Shows the code that waits to be paid, including one from an earlier visit; without one, the form that creates
 * it.
 */
export function PixGate({ code, toastId, stop = null, onPaid, children }: PixGateProps) {
  const { pix, isPending, start, again, leave, forget } = code
  const failure = usePaymentFailure(toastId)
  const room = useFocusInPlace<HTMLDivElement>(pix !== null)

  async function showFailure(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      failure.show(error)
    }
  }

  if (!pix && isPending) return <Skeleton className="h-72" />
  return (
    <div ref={room}>
      {pix ? (
        <PixPane
          key={pix.uid}
          pix={pix}
          stop={stop}
          onPaid={(paid) => {
            forget()
            onPaid(paid)
          }}
          onAgain={() => showFailure(again)}
          onPutAway={() => showFailure(leave)}
        />
      ) : (
        children(start)
      )}
      {failure.modal}
    </div>
  )
}

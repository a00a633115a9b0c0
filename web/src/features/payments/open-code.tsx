import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { pixPaymentQuery } from './checkout/pix-api.ts'
import { pixPhase } from './checkout/pix-phase.ts'
import type { Extras } from './purchase-extras.tsx'

type OpenCodeProps = {
  pix: PixPaymentWire
  projectId: number
  extras: Extras
  /** Withdraws the code; throws ApiError. */
  leave(): Promise<void>
  /** Whether the code itself stands below, with its own way to cancel it. */
  isBelow: boolean
  /** What is chosen where no code has decided it. */
  children: ReactNode
}

/** Stands where one chooses what is bought: a code that may be paid has decided that, until it is left or is over. */
export function OpenCode({
  pix: made,
  projectId,
  extras: { gift },
  leave,
  isBelow,
  children,
}: OpenCodeProps) {
  const { t } = useTranslation('payments')
  const { data: pix } = useQuery(pixPaymentQuery(made))
  const phase = pixPhase(pix, useServerNow())
  const failure = usePaymentFailure(paymentToastId('mint', projectId))
  const change = useMutation({ mutationFn: leave, onError: (error) => failure.show(error) })
  const whose = gift === undefined ? 'mine' : gift.email === null ? 'link' : 'mail'
  // What is below says so itself, and can ask for the same again.
  if (phase !== 'waiting') return phase === 'over' && !isBelow ? children : null
  return (
    <div className="flex flex-col gap-3">
      <Notice>
        {t(`pix.open.${whose}`, { total: formatBRL(pix.total), email: gift?.email })}{' '}
        {t(isBelow ? 'pix.open.fixed' : 'pix.open.otherwise')}
      </Notice>
      {!isBelow && (
        <Button look="secondary" busy={change.isPending} onClick={() => change.mutate()}>
          {t('pix.change')}
        </Button>
      )}
      {failure.modal}
    </div>
  )
}

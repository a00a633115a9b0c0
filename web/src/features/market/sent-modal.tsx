import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { bidStatusLabel } from '../../lib/bid-status.ts'
import { usePaymentOnScreen } from '../../lib/payment-on-screen.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { usePaymentStatus } from '../payments/public.ts'
import type { BidMethod } from './bid-offer.ts'

export type SentBid = { method: BidMethod; payment: PaymentWire }

/** The steps shown here; the bid's outcome is shown by the global modal. */
const TOLD: readonly PaymentStatus[] = ['pending', 'succeded', 'succeded-bided']

type SentModalProps = {
  sent: SentBid
  /** Whether a bid paid from outside the wallet stands. */
  stands: boolean
  onClose(): void
}

/**
 * The bid is on its way, and then in the auction. It closes when the global modal shows the outcome: one modal
 * at a time is enough.
 */
export function SentModal({ sent: { method, payment }, stands, onClose }: SentModalProps) {
  const { t } = useTranslation(['market', 'common'])
  const status = usePaymentStatus(payment)
  usePaymentOnScreen(payment.uid, TOLD)
  const isOver = !TOLD.includes(status)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isOver) close()
  }, [isOver])
  // Money from the wallet is held at once: such a bid is on its way until the chain has recorded it.
  const isIn = status === 'succeded-bided' || (method !== 'balance' && stands)
  return (
    <Modal open={!isOver} onClose={onClose} title={isIn ? bidStatusLabel('bided') : t('processing.title')}>
      <p>{isIn ? t('processing.in') : t(`processing.${method}`)}</p>
      <ModalActions>
        <Button onClick={onClose}>{t('common:understood')}</Button>
      </ModalActions>
    </Modal>
  )
}

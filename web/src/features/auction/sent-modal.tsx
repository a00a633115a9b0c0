import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#domain/wire/api.ts'
import { usePaymentStatus } from '../../checkout/payment-status.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import type { BidMethod } from './bid-offer.ts'

export type SentBid = { method: BidMethod; payment: PaymentWire }

/** Statuses in which nothing has become of the bid yet that the global modal would tell. */
const UNDER_WAY: Readonly<Record<'outside' | 'balance', readonly PaymentStatus[]>> = {
  outside: ['pending'],
  balance: ['pending', 'succeded', 'succeded-bided'],
}

type SentModalProps = {
  sent: SentBid
  /** A bid whose money came from outside stands. */
  stands: boolean
  onClose(): void
}

/** The bid is on its way. It gives way to what becomes of it, which the global modal tells: one at a time is enough. */
export function SentModal({ sent: { method, payment }, stands, onClose }: SentModalProps) {
  const { t } = useTranslation(['auction', 'common'])
  const status = usePaymentStatus(payment)
  const way = method === 'balance' ? 'balance' : 'outside'
  const isOver = !UNDER_WAY[way].includes(status) || (way === 'outside' && stands)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isOver) close()
  }, [isOver])
  return (
    <Modal open={!isOver} onClose={onClose} title={t('processing.title')}>
      <p>{t(`processing.${method}`)}</p>
      <ModalActions>
        <Button onClick={onClose}>{t('common:understood')}</Button>
      </ModalActions>
    </Modal>
  )
}

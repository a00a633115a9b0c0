import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#domain/wire/api.ts'
import { unbroken } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { BidModal } from './bid-modal.tsx'
import type { BidMethod } from './bid-offer.ts'
import type { AuctionView } from './market-view.ts'

type BidFlowProps = {
  project: ProjectWire
  view: AuctionView | null
  children(openBid: () => void): ReactNode
}

type Stage = 'none' | 'form' | 'duplicate' | BidMethod

/** From the press of "Enviar lance" to its outcome: the form, or that one has a bid, then that it is on its way. */
export function BidFlow({ project, view, children }: BidFlowProps) {
  const { t } = useTranslation(['auction', 'refusals', 'common'])
  const [stage, setStage] = useState<Stage>('none')
  const close = () => setStage('none')
  const mine = view?.mine
  const isPaidOutside = stage === 'pix' || stage === 'card'
  // The bid stands: what becomes of its payment is told by the global modal, and one at a time is enough.
  useEffect(() => {
    if (isPaidOutside && mine) setStage('none')
  }, [isPaidOutside, mine])
  const sent = stage === 'balance' || stage === 'pix' || stage === 'card' ? stage : null
  return (
    <>
      {children(() => setStage(mine ? 'duplicate' : 'form'))}
      <BidModal
        open={stage === 'form'}
        project={project}
        view={view}
        onClose={close}
        onDuplicate={() => setStage('duplicate')}
        onSent={setStage}
      />
      <Modal open={stage === 'duplicate'} onClose={close} title={t('duplicate.title')}>
        <p>{t('refusals:bid_already_active')}</p>
        {mine && (
          <p className="mt-3 text-muted">
            {t('duplicate.mine', {
              amount: unbroken(formatBRL(mine.amount)),
              position: t('place', { position: mine.position }),
            })}
          </p>
        )}
        <ModalActions>
          <Button onClick={close}>{t('common:understood')}</Button>
        </ModalActions>
      </Modal>
      <Modal open={sent !== null} onClose={close} title={t('processing.title')}>
        <p>{sent && t(`processing.${sent}`)}</p>
        <ModalActions>
          <Button onClick={close}>{t('common:understood')}</Button>
        </ModalActions>
      </Modal>
    </>
  )
}

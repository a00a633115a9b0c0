import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { unbroken } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { BidModal } from './bid-modal.tsx'
import type { AuctionView } from './market-view.ts'
import { type SentBid, SentModal } from './sent-modal.tsx'

type BidFlowProps = {
  project: ProjectWire
  view: AuctionView | null
  children(openBid: () => void): ReactNode
}

type Stage = 'none' | 'form' | 'duplicate' | SentBid

/**
 * From pressing "Enviar lance" to the outcome: the form then that the bid is on its way, or that the
 * fan has meanwhile placed another elsewhere.
 */
export function BidFlow({ project, view, children }: BidFlowProps) {
  const { t } = useTranslation(['market', 'refusals', 'common'])
  const [stage, setStage] = useState<Stage>('none')
  const close = () => setStage('none')
  const mine = view?.mine
  return (
    <>
      {children(() => setStage('form'))}
      <BidModal
        open={stage === 'form'}
        project={project}
        view={view}
        onClose={close}
        onDuplicate={() => setStage('duplicate')}
        onSent={(method, payment) => setStage({ method, payment })}
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
      {typeof stage === 'object' && <SentModal sent={stage} stands={Boolean(mine)} onClose={close} />}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Ring } from '../../ui/ring.tsx'
import { hasFinishedTour } from './walkthrough/finished.ts'

const STEPS = ['choose', 'buy', 'access'] as const

type HelpModalProps = {
  open: boolean
  onClose(): void
  /** Starts the tour of the dashboard. */
  onTour(): void
}

/** `_como começar?` — three steps, the ring filling with each, and the tour. */
export function HelpModal({ open, onClose, onTour }: HelpModalProps) {
  const { t } = useTranslation('layout')
  const { profile } = useSignedIn()
  return (
    <Modal open={open} onClose={onClose} title={t('help.title')}>
      <ol className="flex flex-col gap-6">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span className="relative grid size-11 shrink-0 place-items-center">
              <Ring share={(index + 1) / STEPS.length} stroke={7} className="absolute inset-0" />
              <span className="figures">{index + 1}</span>
            </span>
            <div>
              <h3 className="name text-lg">{t(`help.${step}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`help.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <ModalActions>
        <Button look={hasFinishedTour(profile.uid) ? 'secondary' : 'primary'} onClick={onTour}>
          {hasFinishedTour(profile.uid) ? t('tour.startAgain') : t('tour.start')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

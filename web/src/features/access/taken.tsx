import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'

type TakenProps = { token: TokenWire; onContinue(): void; onClose(): void }

/** Another device has taken the token over: it plays there now, and can be taken back. */
export function Taken({ token, onContinue, onClose }: TakenProps) {
  const { t } = useTranslation('access')
  return (
    <Modal open onClose={onClose} title={t('play.taken.title')}>
      <p role="alert" className="text-muted">
        {t('play.taken.text', { projectName: token.project.projectName })}
      </p>
      <ModalActions>
        <Button onClick={onContinue}>{t('play.elsewhere.confirm')}</Button>
        <Button look="quiet" onClick={onClose}>
          {t('play.elsewhere.cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

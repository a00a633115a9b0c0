import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'

type TakeoverModalProps = {
  token: TokenWire | null
  busy: boolean
  onConfirm(token: TokenWire): void
  onClose(): void
}

/** `_continuar aqui?` — the token is playing on another device, which has to stop before it can play here. */
export function TakeoverModal({ token, busy, onConfirm, onClose }: TakeoverModalProps) {
  const { t } = useTranslation('access')
  return (
    <Modal open={token !== null} onClose={onClose} title={t('play.elsewhere.title')}>
      {token && (
        <>
          <p>{t('play.elsewhere.text', { projectName: token.project.projectName })}</p>
          <ModalActions>
            <Button busy={busy} onClick={() => onConfirm(token)}>
              {t('play.elsewhere.confirm')}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t('play.elsewhere.cancel')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}

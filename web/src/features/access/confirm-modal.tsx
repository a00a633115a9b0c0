import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { periodInWords } from '../../lib/period.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'

type ConfirmModalProps = {
  token: TokenWire | null
  busy: boolean
  onConfirm(token: TokenWire): void
  onClose(): void
}

/** `_confirmar reprodução` — asks before the first play, which starts the clock. */
export function ConfirmModal({ token, busy, onConfirm, onClose }: ConfirmModalProps) {
  const { t } = useTranslation(['access', 'common'])
  return (
    <Modal open={token !== null} onClose={onClose} title={t('confirm.title')}>
      {token && (
        <>
          <p className="name text-2xl">{token.project.projectName}</p>
          <p className="mb-4 text-muted">{token.project.author}</p>
          <p>{t('confirm.text', { period: periodInWords(token.project.validPeriod) })}</p>
          <p className="mt-3 text-muted text-sm">
            {t(token.giver ? 'confirm.consentGift' : 'confirm.consent')}
          </p>
          <ModalActions>
            <Button busy={busy} onClick={() => onConfirm(token)}>
              {t('confirm.play')}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}

import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'

/** Asks once more: a deactivated account cannot be brought back. */
export function DeactivateModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['shelf', 'common'])
  const { changeProfile, leave } = useSignedIn()
  const [busy, setBusy] = useState(false)

  async function deactivate() {
    setBusy(true)
    try {
      await changeProfile({ is_active: false })
    } catch {
      toast.error(t('deactivate.failed'))
      setBusy(false)
      return
    }
    toast.success(t('deactivate.success'))
    // The server has ended every session of the account with it.
    leave()
  }

  return (
    <Modal open={open} onClose={onClose} title={t('deactivate.title')}>
      <p>{t('deactivate.text')}</p>
      <ModalActions>
        <Button look="danger" busy={busy} onClick={() => void deactivate()}>
          {t('deactivate.confirm')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

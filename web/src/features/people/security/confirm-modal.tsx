import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { isUnprovenChange } from '../../../lib/auth-door.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'

type ConfirmModalProps = {
  open: boolean
  title: string
  text: string
  confirm: string
  onConfirm(): Promise<void>
  onClose(): void
}

/** Asks before something is removed; a failure is shown, and the dialog stays open. */
export function ConfirmModal({ open, title, text, confirm, onConfirm, onClose }: ConfirmModalProps) {
  const { t } = useTranslation(['people-security', 'common'])
  const [busy, setBusy] = useState(false)

  async function confirmed() {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (fault) {
      if (!isUnprovenChange(fault)) toast.error(t('failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal open={open} onClose={onClose} title={title}>
      <p>{text}</p>
      <ModalActions>
        <Button look="danger" busy={busy} onClick={() => void confirmed()}>
          {confirm}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

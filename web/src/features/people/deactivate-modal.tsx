import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { prove } from '../../lib/proof.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { LeftInAccount, useLeft, WithdrawFirst } from './left-in-account.tsx'

/** Says what is left in the account, and asks once more: fans cannot reactivate their own account. */
export function DeactivateModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('people')
  return (
    <Modal open={open} onClose={onClose} title={t('deactivate.title')}>
      <Question onClose={onClose} />
    </Modal>
  )
}

function Question({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const { changeProfile } = useSignedIn()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const left = useLeft()

  async function deactivate() {
    setBusy(true)
    // Whoever has just signed in is asked too: they cannot undo it themselves.
    if (!(await prove())) return setBusy(false)
    try {
      await changeProfile({ is_active: false })
    } catch {
      toast.error(t('deactivate.failed'))
      setBusy(false)
      return
    }
    toast.success(t('deactivate.success'))
    navigate(paths.deactivated, { replace: true, state: { left: left.balance + left.held + left.gifts } })
  }

  return (
    <div className="flex flex-col gap-4">
      <p>{t('deactivate.text')}</p>
      <LeftInAccount left={left} leaving="deactivate" onClose={onClose} />
      <ModalActions>
        <WithdrawFirst left={left} />
        <Button look="danger" busy={busy || !left.isKnown} onClick={() => void deactivate()}>
          {left.balance + left.held + left.gifts + left.live + left.undoable > 0
            ? t('deactivate.anyway')
            : t('deactivate.confirm')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </div>
  )
}

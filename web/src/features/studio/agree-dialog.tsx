import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatShare } from '../../lib/format-share.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { useStudioAction } from './use-studio-action.ts'

type AgreeDialogProps = {
  /** Its uid. */
  proposal: string
  projectName: string
  /** In basis points; 0 for none. */
  before: number
  after: number
  onClose(): void
}

/** Asks once more, and says what changes for whoever is about to agree. */
export function AgreeDialog({ proposal, projectName, before, after, onClose }: AgreeDialogProps) {
  const { t } = useTranslation('studio')
  const { t: say } = useTranslation('common')
  const agree = useStudioAction(
    () => api('POST /studio/splits/{uid}/agree', { params: { uid: proposal } }),
    t('shares.agreedNow'),
  )
  return (
    <Modal open onClose={onClose} title={t('shares.agreeTitle')}>
      <p>
        {t(`shares.${changeOf(before, after)}`, {
          projectName,
          before: formatShare(before),
          after: formatShare(after),
        })}
      </p>
      <p className="mt-3 text-muted text-sm">{t('shares.agreeText')}</p>
      <ModalActions>
        <Button busy={agree.isPending} onClick={() => agree.mutate(undefined, { onSettled: onClose })}>
          {t('shares.agree')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {say('cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

function changeOf(before: number, after: number) {
  if (before === after) return 'stays'
  if (before === 0) return 'gets'
  return after === 0 ? 'leaves' : 'changes'
}

import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Modal, ModalActions } from '../ui/modal.tsx'
import { useDeed } from './use-deed.ts'

type ApprovalModalProps<Value> = {
  path: string
  /** What is agreed to, with its amount. */
  what: string
  submit: string
  done: (value: Value) => string
  failed: string
  onClose(): void
}

/** Asks once more before money moves by the second person's word: it does not come back. */
export function ApprovalModal<Value>(props: ApprovalModalProps<Value>) {
  const { path, what, submit, done, failed, onClose } = props
  const { t } = useTranslation(['admin', 'common'])
  const approve = useDeed<Value>({ done, failed })
  return (
    <Modal open onClose={onClose} title={t('approval.title')}>
      <p className="font-medium">{what}</p>
      <p className="mt-2 text-muted text-sm">{t('approval.text')}</p>
      <ModalActions>
        <Button busy={approve.isPending} onClick={() => approve.mutate({ path }, { onSettled: onClose })}>
          {submit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

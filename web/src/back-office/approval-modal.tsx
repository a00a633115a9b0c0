import { useTranslation } from 'react-i18next'
import { DeedModal } from './deed-modal.tsx'

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
export function ApprovalModal<Value>({ what, ...deed }: ApprovalModalProps<Value>) {
  const { t } = useTranslation('admin')
  return (
    <DeedModal {...deed} title={t('approval.title')}>
      <p className="font-medium">{what}</p>
      <p className="mt-2 text-muted text-sm">{t('approval.text')}</p>
    </DeedModal>
  )
}

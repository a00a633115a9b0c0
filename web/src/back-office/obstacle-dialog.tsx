import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Modal, ModalActions } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'

type ObstacleDialogProps = {
  title: string
  /** Why it cannot be done now, and what can. */
  why: string
  /** What can be done instead, where that is in reach. */
  instead?: { label: string; onClick(): void }
  onClose(): void
  /** What it is about. */
  children?: ReactNode
}

/** In place of a decision that would only be refused. */
export function ObstacleDialog({ title, why, instead, onClose, children }: ObstacleDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Modal open onClose={onClose} title={title}>
      <div className="flex flex-col gap-4">
        {children}
        <Notice tone="loss">{why}</Notice>
        <ModalActions>
          {instead && (
            <Button look="secondary" onClick={instead.onClick}>
              {instead.label}
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  )
}

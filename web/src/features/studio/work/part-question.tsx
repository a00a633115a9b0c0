import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'

type PartQuestionProps = {
  /** How many of all lines have a time; null while nothing is asked. */
  part: { count: number; total: number } | null
  onSave(): void
  onClose(): void
}

/** Asks before lyrics are saved of which only some lines have a time. */
export function PartQuestion({ part, onSave, onClose }: PartQuestionProps) {
  const { t } = useTranslation(['studio', 'common'])
  return (
    <Modal open={part !== null} onClose={onClose} title={t('work.part.title')}>
      {part && <p>{t('work.part.text', part)}</p>}
      <ModalActions>
        <Button
          onClick={() => {
            onClose()
            onSave()
          }}
        >
          {t('work.part.save')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

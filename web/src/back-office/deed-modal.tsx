import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Modal, ModalActions } from '../ui/modal.tsx'
import { useDeed } from './use-deed.ts'

type DeedModalProps<Value> = {
  path: string
  title: string
  /** What is about to be done. */
  children: ReactNode
  submit: string
  look?: ButtonLook
  done: (value: Value) => string
  failed: string
  onClose(): void
}

/** A deed that is asked about once more, and closes with its answer, whichever it is. */
export function DeedModal<Value>(props: DeedModalProps<Value>) {
  const { path, title, children, submit, look = 'primary', done, failed, onClose } = props
  const { t } = useTranslation('common')
  const deed = useDeed<Value>({ done, failed })
  return (
    <Modal open onClose={onClose} title={title}>
      {children}
      <ModalActions>
        <Button
          look={look}
          busy={deed.isPending}
          onClick={() => deed.mutate({ path }, { onSettled: onClose })}
        >
          {submit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

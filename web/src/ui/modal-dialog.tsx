import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { CloseRequest } from './close-request.ts'
import { dialogFocus } from './dialog-focus.ts'
import { Icon } from './icon.tsx'

export type ModalProps = {
  open: boolean
  onClose(): void
  title: string
  size?: 'small' | 'medium'
  /** On a phone a modal rises from the bottom, within reach of the thumb, unless it is centred. */
  position?: 'bottom' | 'center'
  /** Without it the modal can be left only through its own buttons. */
  closable?: boolean
  children: ReactNode
}

/** The contents of `ui/modal.tsx`, loaded separately. */
export function ModalDialog(props: ModalProps) {
  const { t } = useTranslation()
  const { open, onClose, title, size = 'small', position = 'bottom', closable = true } = props
  const width = size === 'small' ? 'sm:max-w-md low:sm:max-w-2xl' : 'sm:max-w-2xl'
  const place = position === 'bottom' ? 'items-end sm:items-center' : 'items-center'
  const shape = position === 'bottom' ? 'rounded-t-sheet sm:rounded-sheet' : 'mx-4 rounded-sheet'
  const stay = (event: Event) => {
    if (!closable) event.preventDefault()
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          className={`fixed inset-0 z-40 flex animate-fade justify-center bg-shade/75 ${place}`}
        >
          <Dialog.Content
            aria-describedby={undefined}
            {...dialogFocus}
            onEscapeKeyDown={stay}
            onInteractOutside={stay}
            className={`max-h-[92dvh] low:max-h-dvh w-full animate-rise scroll-pb-36 overflow-y-auto border border-line bg-raised p-6 low:pt-2 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-sheet focus:outline-none ${shape} ${width}`}
          >
            <CloseRequest isClosable={closable} onClose={onClose} />
            <div className="mb-4 flex min-h-11 low:mb-1 items-center justify-between gap-4">
              <Dialog.Title className="section-title text-xl">{title}</Dialog.Title>
              {closable && (
                <Dialog.Close asChild>
                  <IconButton label={t('close')} className="-mr-2.5">
                    <Icon name="close" />
                  </IconButton>
                </Dialog.Close>
              )}
            </div>
            {props.children}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

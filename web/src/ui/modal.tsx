import type { ReactNode } from 'react'
import type { ModalProps } from './modal-dialog.tsx'
import { later, WhenOpened } from './when-opened.tsx'

const ModalDialog = later(async () => (await import('./modal-dialog.tsx')).ModalDialog)

/** A dialog that has to be answered or read before the screen below it can be used. */
export function Modal(props: ModalProps) {
  return (
    <WhenOpened open={props.open}>
      <ModalDialog {...props} />
    </WhenOpened>
  )
}

/** The buttons at the end of a modal: the first is the primary one, on top on a phone, otherwise at the right. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">{children}</div>
}

import type { ReactNode } from 'react'
import type { ModalProps } from './modal-dialog.tsx'
import { later, WhenOpened } from './when-opened.tsx'

const ModalDialog = later(async () => (await import('./modal-dialog.tsx')).ModalDialog)

/** What has to be answered or read before the screen below it goes on. */
export function Modal(props: ModalProps) {
  return (
    <WhenOpened open={props.open}>
      <ModalDialog {...props} />
    </WhenOpened>
  )
}

/** The buttons at the end of a modal: the first one is the one to press, on top on a phone, at the right else. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">{children}</div>
}

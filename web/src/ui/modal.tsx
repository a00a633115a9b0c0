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

/** Over the modal's own padding, so that what scrolls ends above it. */
const FOOT =
  'sticky -bottom-[max(1.5rem,env(safe-area-inset-bottom))] -mx-6 mt-2 -mb-[max(1.5rem,env(safe-area-inset-bottom))] border-line border-t bg-raised px-6 pt-4 low:pt-2 pb-[max(1.5rem,env(safe-area-inset-bottom))]'

/**
 * The buttons at the end of a modal: the first is the primary one, on top on a phone, otherwise at the right. `stays`: in
 * sight, while what is above them scrolls.
 */
export function ModalActions({ stays = false, children }: { stays?: boolean; children: ReactNode }) {
  return (
    <div className={`flex flex-col gap-2 sm:flex-row-reverse sm:justify-start ${stays ? FOOT : 'mt-6'}`}>
      {children}
    </div>
  )
}

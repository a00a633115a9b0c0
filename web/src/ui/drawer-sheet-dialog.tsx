import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BackCloses, goBackOr } from './back-closes.ts'
import { IconButton } from './button.tsx'
import { CloseRequest } from './close-request.ts'
import { dialogFocus } from './dialog-focus.ts'
import { Icon } from './icon.tsx'

export type DrawerSheetProps = {
  open: boolean
  onClose(): void
  title: string
  /** Before the title. */
  picture?: ReactNode
  children: ReactNode
}

/** The contents of `ui/drawer-sheet.tsx`, loaded separately. */
export function DrawerSheetDialog({ open, onClose, title, picture, children }: DrawerSheetProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && goBackOr(onClose)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-shade/75" />
        <Dialog.Content
          aria-describedby={undefined}
          {...dialogFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,86vw)] animate-fade flex-col gap-6 overflow-y-auto border-line border-r bg-raised p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-sheet focus:outline-none"
        >
          <CloseRequest onClose={() => goBackOr(onClose)} />
          <BackCloses onClose={onClose} />
          <div className="flex items-center justify-between pl-3.5">
            <div className="flex min-w-0 items-center gap-3">
              {picture}
              <Dialog.Title className="name truncate text-xl">{title}</Dialog.Title>
            </div>
            <Dialog.Close asChild>
              <IconButton label={t('close')}>
                <Icon name="close" />
              </IconButton>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BackCloses, goBackOr } from './back-closes.ts'
import { IconButton } from './button.tsx'
import { CloseRequest } from './close-request.ts'
import { dialogFocus } from './dialog-focus.ts'
import { Icon } from './icon.tsx'
import { tinted } from './tint.ts'

export type SidePanelProps = {
  open: boolean
  onClose(): void
  title: string
  /** For tables. */
  wide?: boolean
  /** The project's background colour: `#rrggbb`. */
  tint?: string | null
  children: ReactNode
}

/** The contents of `ui/side-panel.tsx`, loaded separately. */
export function SidePanelDialog({
  open,
  onClose,
  title,
  wide = false,
  tint = null,
  children,
}: SidePanelProps) {
  const { t } = useTranslation()
  const room = tinted(tint)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && goBackOr(onClose)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-shade/75" />
        <Dialog.Content
          aria-describedby={undefined}
          {...dialogFocus}
          onOpenAutoFocus={(event) => {
            dialogFocus.onOpenAutoFocus()
            // With the focus on the close button, the space bar would close the player instead of pausing it.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          style={room.style}
          className={`${room.className} fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] animate-rise flex-col rounded-t-sheet border-line border-t bg-raised shadow-sheet focus:outline-none md:inset-y-0 md:left-auto md:max-h-none md:animate-slide md:rounded-none md:border-t-0 md:border-l ${wide ? 'md:w-[min(62rem,94vw)]' : 'md:w-[min(36rem,92vw)]'}`}
        >
          <CloseRequest onClose={() => goBackOr(onClose)} />
          <BackCloses onClose={onClose} />
          <div className="flex min-h-16 items-center justify-between gap-4 pr-3 pl-6">
            <Dialog.Title className="section-title truncate">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t('close')}>
                <Icon name="close" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="overflow-y-auto px-6 pb-[max(2rem,env(safe-area-inset-bottom))]">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

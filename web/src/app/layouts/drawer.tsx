import { Dialog } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../session/provider.tsx'
import { IconButton } from '../../ui/button.tsx'
import { focusReturn } from '../../ui/focus-return.ts'
import { Icon } from '../../ui/icon.tsx'
import { AccountControls } from './account-controls.tsx'
import { BugReportLink } from './bug-report-link.tsx'
import { Menu } from './menu.tsx'

/** The menu on phones and tablets, with what has no room in the header. */
export function Drawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['layout', 'common'])
  const { profile } = useSignedIn()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-shade/75" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,86vw)] animate-fade flex-col gap-6 overflow-y-auto border-line border-r bg-raised p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-sheet focus:outline-none"
        >
          <div className="flex items-center justify-between pl-3.5">
            <Dialog.Title className="name truncate text-xl">
              {t('greeting', { nickname: profile.nickname ?? '' })}
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t('common:close')}>
                <Icon name="close" />
              </IconButton>
            </Dialog.Close>
          </div>
          <Menu onChoose={onClose} />
          <div className="mt-auto flex flex-col gap-2 border-line border-t pt-4">
            <BugReportLink />
            <AccountControls />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

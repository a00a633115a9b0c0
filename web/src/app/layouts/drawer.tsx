import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../session/provider.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawerSheet } from '../../ui/drawer-sheet.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AccountSwitches } from './account-controls.tsx'
import { BugReportLink } from './bug-report-link.tsx'
import { Menu } from './menu.tsx'

/** The menu on phones and tablets, with what does not fit in the header. */
export function Drawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('layout')
  const { profile, signOut } = useSignedIn()
  const { nickname, email, photo_url: photo } = profile
  return (
    <DrawerSheet
      open={open}
      onClose={onClose}
      title={t('greeting', { nickname: nickname ?? '' })}
      picture={<Avatar name={nickname ?? email} src={photo} />}
    >
      <Menu onChoose={onClose} />
      <div className="mt-auto flex flex-col gap-2 border-line border-t pt-4">
        <BugReportLink />
        <div className="flex items-center">
          <AccountSwitches />
        </div>
        <Button look="secondary" onClick={() => void signOut()}>
          <Icon name="signOut" />
          {t('signOut')}
        </Button>
      </div>
    </DrawerSheet>
  )
}

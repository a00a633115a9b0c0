import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { config } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawerSheet } from '../../ui/drawer-sheet.tsx'
import { AccountSwitches } from './account-controls.tsx'
import { AdminMenu } from './admin-menu.tsx'
import { Balance } from './balance.tsx'

/** The menu on phones and tablets, with the administrator's own wallet and signing out. */
export function AdminDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['layout', 'back-office'])
  const { profile, signOut } = useSignedIn()
  return (
    <DrawerSheet open={open} onClose={onClose} title={t('greeting', { nickname: profile.nickname ?? '' })}>
      <AdminMenu onChoose={onClose} />
      <div className="mt-auto flex flex-col gap-4 border-line border-t pt-4">
        <Balance />
        <Link to={paths.dashboard} replace className="link self-start">
          {t('back-office:toProduct', { product: config().productName })}
        </Link>
        <div className="-ml-3 flex items-center">
          <AccountSwitches />
        </div>
        <Button look="secondary" onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </div>
    </DrawerSheet>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { waitingQuery } from '../../back-office/waiting.ts'
import { config } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { AccountControls } from './account-controls.tsx'

type AdminHeaderProps = { isMenuOpen: boolean; onMenu(): void; onPalette(): void }

/** The way home, the palette, and on wide screens the administrator's own account. */
export function AdminHeader({ isMenuOpen, onMenu, onPalette }: AdminHeaderProps) {
  const { t } = useTranslation(['back-office', 'layout'])
  const { profile } = useSignedIn()
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ink">
      <div className="flex h-16 items-center gap-3 px-2 sm:px-6">
        <MenuButton isMenuOpen={isMenuOpen} onMenu={onMenu} />
        <Link to={paths.adminDashboard} className="flex min-h-11 items-center">
          <Logo />
        </Link>
        <span className="figures hidden text-muted text-xs sm:block">{t('badge')}</span>
        <Button
          look="secondary"
          aria-label={t('palette.open')}
          aria-keyshortcuts="Control+K Meta+K"
          className="ml-auto min-h-11 shrink-0 px-3 py-1.5 text-sm"
          onClick={onPalette}
        >
          <Icon name="search" className="size-4" />
          <span className="hidden sm:inline">{t('palette.open')}</span>
        </Button>
        <div className="hidden items-center gap-4 lg:flex">
          <span className="text-sm">{t('layout:greeting', { nickname: profile.nickname ?? '' })}</span>
          <Link to={paths.dashboard} className="link text-sm">
            {t('toProduct', { product: config().productName })}
          </Link>
          <AccountControls />
        </div>
      </div>
    </header>
  )
}

/** Opens the menu where the screen has no room for it; says how much waits behind it. */
function MenuButton({ isMenuOpen, onMenu }: Pick<AdminHeaderProps, 'isMenuOpen' | 'onMenu'>) {
  const { t } = useTranslation(['back-office', 'layout'])
  const { data: waiting = [] } = useQuery(waitingQuery)
  const total = waiting.reduce((sum, { count }) => sum + count, 0)
  return (
    <IconButton
      label={total > 0 ? `${t('layout:menu')}: ${total} ${t('menu.waiting')}` : t('layout:menu')}
      aria-expanded={isMenuOpen}
      className="relative lg:hidden"
      onClick={onMenu}
    >
      <Icon name="menu" />
      {total > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-0 right-0 rounded-full bg-accent px-1.5 text-on-accent text-xs"
        >
          {total}
        </span>
      )}
    </IconButton>
  )
}

import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { later } from '../../ui/when-opened.tsx'
import { AccountControls } from './account-controls.tsx'
import { Balance } from './balance.tsx'
import { BetaModal } from './beta-modal.tsx'
import { Drawer } from './drawer.tsx'
import { HelpModal } from './help-modal.tsx'
import { rememberFinishedTour } from './walkthrough/finished.ts'

const Walkthrough = later(async () => (await import('./walkthrough/walkthrough.tsx')).Walkthrough)

/**
 * Sticky, but in the flow, so that large text makes it taller and covers nothing; on phones, where the bar at
 * the bottom stays in sight, and on a low window it scrolls away. On phones the money has a line of its own, and
 * the rest is in the drawer.
 */
export function Header() {
  const { t } = useTranslation('layout')
  const { profile } = useSignedIn()
  const [open, setOpen] = useState<'help' | 'beta' | 'menu' | 'tour' | null>(null)
  const navigate = useNavigate()
  const close = () => setOpen(null)

  function startTour() {
    navigate(paths.dashboard)
    setOpen('tour')
  }

  function finishTour() {
    rememberFinishedTour(profile.uid)
    close()
  }

  return (
    <header className="top-0 z-30 border-line border-b bg-ink md:[@media(min-height:30rem)]:sticky">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-2 px-2 sm:px-6 md:h-16">
        <IconButton
          label={t('menu')}
          aria-expanded={open === 'menu'}
          className="lg:hidden"
          data-tour="menu"
          onClick={() => setOpen('menu')}
        >
          <Icon name="menu" />
        </IconButton>
        <Link to={paths.dashboard} className="flex min-h-16 items-center tight:mr-auto">
          <Logo />
        </Link>
        <button
          type="button"
          aria-label={t('beta.open')}
          onClick={() => setOpen('beta')}
          className="figures mr-auto min-h-11 px-1 text-xs tight:order-last"
        >
          <span className="rounded-full border border-edge px-2 py-0.5 text-muted">{t('beta.badge')}</span>
        </button>
        <div className="-mx-2 order-last w-[calc(100%+1rem)] border-line border-t py-1 pr-2 pl-4 sm:-mx-6 sm:w-[calc(100%+3rem)] sm:px-6 md:order-none md:m-0 md:w-auto md:border-t-0 md:p-0">
          <div data-tour="balance">
            <Balance />
          </div>
        </div>
        <IconButton label={t('help.open')} data-tour="help" onClick={() => setOpen('help')}>
          <Icon name="help" />
        </IconButton>
        <div data-tour="news">
          <NotificationBell />
        </div>
        <div className="hidden items-center gap-1 lg:flex">
          <OwnName />
          <AccountControls />
        </div>
      </div>
      <HelpModal open={open === 'help'} onClose={close} onTour={startTour} />
      <BetaModal open={open === 'beta'} onClose={close} />
      <Suspense fallback={null}>
        {open === 'tour' && <Walkthrough onFinish={finishTour} onSkip={close} />}
      </Suspense>
      <Drawer open={open === 'menu'} onClose={close} />
    </header>
  )
}

/** The fan's picture and name, linking to their shelf. */
function OwnName() {
  const { t } = useTranslation('layout')
  const { profile } = useSignedIn()
  return (
    <Link
      to={paths.shelf}
      className="flex min-h-11 items-center gap-2.5 rounded-control px-2 text-sm transition duration-150 hover:bg-line/50"
    >
      <Avatar name={profile.nickname ?? profile.email} src={profile.photo_url} />
      <span className="max-w-40 truncate">{t('greeting', { nickname: profile.nickname ?? '' })}</span>
    </Link>
  )
}

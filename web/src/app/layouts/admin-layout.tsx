import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { config } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { createQueryClient } from '../../lib/query.ts'
import { preferLightTheme } from '../../lib/theme.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Logo } from '../../ui/logo.tsx'
import { FirstViewWatch } from '../first-view-watch.tsx'
import { AccountControls } from './account-controls.tsx'
import { AdminAccessWatch } from './admin-access-watch.tsx'
import { AdminDrawer } from './admin-drawer.tsx'
import { AdminMenu } from './admin-menu.tsx'
import { useScreenStart } from './use-screen-start.ts'

/** The layout of the back office: light and denser. */
export function AdminLayout() {
  const { t } = useTranslation(['back-office', 'layout'])
  const { user, profile } = useSignedIn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person gets a new cache.
  const cache = useMemo(createQueryClient, [user.id])
  const [open, setOpen] = useState(false)
  const main = useScreenStart()

  useEffect(() => preferLightTheme(), [])

  return (
    <QueryClientProvider client={cache}>
      <a
        href="#content"
        className="-translate-y-20 fixed top-2 left-2 z-50 rounded-control bg-accent px-4 py-3 text-on-accent focus:translate-y-0"
      >
        {t('layout:skip')}
      </a>
      {!config().adminSecondFactor && (
        <p className="bg-accent px-4 py-1.5 text-center text-on-accent text-sm">{t('noSecondFactor')}</p>
      )}
      <header className="sticky top-0 z-30 border-line border-b bg-ink">
        <div className="flex h-16 items-center gap-3 px-2 sm:px-6">
          <IconButton
            label={t('layout:menu')}
            aria-expanded={open}
            className="lg:hidden"
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" />
          </IconButton>
          <Link to={paths.adminDashboard} className="flex min-h-11 items-center">
            <Logo />
          </Link>
          <span className="figures hidden text-muted text-xs sm:block">{t('badge')}</span>
          <div className="ml-auto hidden items-center gap-4 lg:flex">
            <span className="text-sm">{t('layout:greeting', { nickname: profile.nickname ?? '' })}</span>
            <Link to={paths.dashboard} className="link text-sm">
              {t('toProduct', { product: config().productName })}
            </Link>
            <AccountControls />
          </div>
        </div>
      </header>
      <div className="flex w-full">
        <aside className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-56 shrink-0 border-line border-r px-3 py-6 lg:block">
          <AdminMenu />
        </aside>
        <div className="flex min-h-[calc(100dvh-4rem)] min-w-0 flex-1 flex-col">
          <main ref={main} id="content" tabIndex={-1} className="w-full flex-1 px-4 pt-6 pb-16 sm:px-8">
            <Suspense fallback={<Loader />}>
              <Outlet />
            </Suspense>
          </main>
          <footer className="border-line border-t px-4 py-5 text-muted text-sm sm:px-8">
            {t('credits', { product: config().productName })}
          </footer>
        </div>
      </div>
      <FirstViewWatch />
      <AdminAccessWatch />
      <AdminDrawer open={open} onClose={() => setOpen(false)} />
    </QueryClientProvider>
  )
}

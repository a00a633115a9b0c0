import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { ListeningLayout } from '../../features/access/listening.tsx'
import { notificationsQuery } from '../../features/notifications/api.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { firstView } from '../../lib/first-view.ts'
import { currentLanguage, loadTexts } from '../../lib/i18n.ts'
import { loadAgain } from '../../lib/load-again.ts'
import { legalPath } from '../../lib/paths.ts'
import { Loader } from '../../ui/loader.tsx'
import { FirstViewWatch } from '../first-view-watch.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { BugReportLink } from './bug-report-link.tsx'
import { Header } from './header.tsx'
import { Menu } from './menu.tsx'
import { OverdrawnNotice } from './overdrawn-notice.tsx'
import { useRevokedAccess } from './use-revoked-access.ts'
import { useScreenStart } from './use-screen-start.ts'

/** Realtime refetches everything once it is connected, so nothing is missed by starting it late. */
const Live = lazy(async () => {
  await firstView
  const [{ Live }] = await Promise.all([loadAgain(() => import('../live.tsx')), loadTexts('live')])
  return { default: Live }
})

/** The refusal for an account that was deactivated meanwhile. */
const REVOKED = ['account_inactive']

/** The layout for signed-in fans: header, menu, screen and footer, with realtime updates running behind them. */
export function UserLayout() {
  const { t } = useTranslation('layout')
  const main = useScreenStart()
  useRevokedAccess(REVOKED)

  return (
    <ListeningLayout>
      <a
        href="#content"
        className="-translate-y-20 fixed top-2 left-2 z-50 rounded-control bg-accent px-4 py-3 text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <Header />
      <div className="mx-auto flex w-full max-w-[90rem]">
        <Sidebar />
        <div className="min-w-0 flex-1">
          <main
            ref={main}
            id="content"
            tabIndex={-1}
            // At least as high as the window, so that content arriving late does not push the footer down.
            className="mx-auto min-h-[calc(100dvh-var(--header))] w-full max-w-6xl px-4 pt-5 pb-16 sm:px-8 sm:pt-8"
          >
            <OverdrawnNotice />
            <Suspense fallback={<Loader />}>
              <Outlet />
            </Suspense>
          </main>
          <Footer />
        </div>
      </div>
      <BottomBar />
      <FirstViewWatch />
      <Suspense fallback={null}>
        <Live />
      </Suspense>
    </ListeningLayout>
  )
}

UserLayout.reads = (cache: QueryClient) =>
  Promise.all([cache.prefetchQuery(balanceQuery), cache.prefetchQuery(notificationsQuery(1))])

/** The menu beside the screen, where there is room for it; on phones it is in the drawer. */
function Sidebar() {
  return (
    <aside className="sticky top-[var(--header)] hidden h-[calc(100dvh-var(--header))] w-60 shrink-0 flex-col justify-between border-line border-r px-4 py-8 lg:flex">
      <Menu />
      <BugReportLink />
    </aside>
  )
}

function Footer() {
  const { t } = useTranslation(['layout', 'common'])
  const language = currentLanguage()
  return (
    <footer className="border-line border-t pb-[var(--below)] text-muted text-sm">
      <div className="mx-auto flex max-w-6xl flex-col gap-3 px-4 py-6 sm:flex-row sm:items-center sm:justify-between sm:px-8">
        <p>{t('footer')}</p>
        <p className="flex gap-5">
          <a className="link inline-flex min-h-11 items-center" href={legalPath('privacy', language)}>
            {t('common:privacyLabel')}
          </a>
          <a className="link inline-flex min-h-11 items-center" href={legalPath('terms', language)}>
            {t('common:termsLabel')}
          </a>
        </p>
      </div>
    </footer>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { createQueryClient } from '../../lib/query.ts'
import { useSession } from '../../session/provider.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { useScreenTop } from './use-screen-top.ts'

/** The layout of pages that are open to everybody, signed in or not. */
export function OpenLayout() {
  useScreenTop()
  const { t } = useTranslation('projects')
  const { state } = useSession()
  const uid = 'user' in state ? state.user.id : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person gets a new cache.
  const cache = useMemo(createQueryClient, [uid])
  const isIn = state.phase === 'signed-in'
  return (
    <QueryClientProvider client={cache}>
      <div className="flex min-h-dvh flex-col">
        <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 border-line border-b px-4 sm:px-8">
          <Link to={isIn ? paths.dashboard : paths.login} className="inline-flex min-h-11 items-center">
            <Logo />
          </Link>
          <div className="flex flex-wrap items-center">
            <LanguageSwitch />
            <ThemeSwitch />
            <Link
              to={isIn ? paths.dashboard : paths.login}
              className="link ml-2 inline-flex min-h-11 items-center whitespace-nowrap px-2"
            >
              {t(isIn ? 'home' : 'enter')}
            </Link>
          </div>
        </header>
        <main className="flex flex-1 flex-col">
          <Suspense fallback={<Loader />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </QueryClientProvider>
  )
}

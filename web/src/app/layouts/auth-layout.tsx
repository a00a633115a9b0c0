import { lazy, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { awaitedAt, returnPath } from '../../lib/return-path.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Ring } from '../../ui/ring.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { useScreenTop } from './use-screen-top.ts'

/** Only for those who come from a work. */
const Awaited = lazy(async () => ({ default: (await import('./awaited.tsx')).Awaited }))

/** The layout of the signed-out screens: the form in the middle of one large ring; at the door there is a cover with its own. */
export function AuthLayout() {
  useScreenTop()
  const [awaited] = useState(() => awaitedAt(returnPath(Date.now()) ?? ''))
  const isHalfIn = useLocation().pathname === paths.secondFactor
  return (
    <div
      data-awaited={awaited ? '' : undefined}
      className="group relative isolate flex min-h-dvh flex-col overflow-x-clip"
    >
      <Ring
        share={0.82}
        stroke={0.4}
        className="-translate-x-1/2 -translate-y-1/2 -z-10 pointer-events-none fixed top-1/2 left-1/2 hidden size-[58rem] max-w-none sm:group-not-has-[.door]:block"
      />
      <header className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-3 sm:px-8">
        <Logo />
        <div className="flex items-center">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-4 py-8">
        <Suspense fallback={null}>{awaited && <Awaited {...awaited} isHalfIn={isHalfIn} />}</Suspense>
        <Outlet />
      </main>
    </div>
  )
}

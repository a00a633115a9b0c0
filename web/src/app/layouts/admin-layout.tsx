import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { officeQuery } from '../../back-office/office.tsx'
import { config } from '../../lib/config.ts'
import { createQueryClient } from '../../lib/query.ts'
import { preferLightTheme } from '../../lib/theme.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Loader } from '../../ui/loader.tsx'
import { FirstViewWatch } from '../first-view-watch.tsx'
import { AdminDrawer } from './admin-drawer.tsx'
import { AdminHeader } from './admin-header.tsx'
import { AdminMenu } from './admin-menu.tsx'
import { KeysModal } from './keys-modal.tsx'
import { ListKeys } from './list-keys.tsx'
import { Palette } from './palette.tsx'
import { useRefusals } from './use-refusals.ts'
import { useRevokedAccess } from './use-revoked-access.ts'
import { useScreenStart } from './use-screen-start.ts'

/** The layout of the back office: light and denser. */
export function AdminLayout() {
  const { t } = useTranslation(['back-office', 'layout'])
  const { user } = useSignedIn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person gets a new cache.
  const cache = useMemo(createQueryClient, [user.id])
  const [open, setOpen] = useState(false)
  const [shown, show] = useState<'palette' | 'keys' | null>(null)
  const main = useScreenStart()
  const openPalette = useCallback(() => show('palette'), [])
  const openHelp = useCallback(() => show('keys'), [])
  const close = () => show(null)

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
      <AdminHeader isMenuOpen={open} onMenu={() => setOpen(true)} onPalette={openPalette} />
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
            {t('credits', { product: config().productName })} · {t('zone')}
          </footer>
        </div>
      </div>
      <FirstViewWatch />
      <AdminAccessWatch />
      <ListKeys onHelp={openHelp} onPalette={openPalette} />
      <Palette open={shown === 'palette'} onClose={close} />
      <KeysModal open={shown === 'keys'} onClose={close} />
      <AdminDrawer open={open} onClose={() => setOpen(false)} />
    </QueryClientProvider>
  )
}

/** Refusals that mean that somebody may no longer use the back office. */
const REVOKED = ['account_inactive', 'unauthenticated', 'forbidden']
const OTHER_ROLE = ['role_insufficient']

/**
 * Removes somebody who has lost access from the back office, at their next call or when their role is next asked for
 * (which the menu does). Whose role has changed sees the menu and the screens of the new one from the first refusal on.
 */
function AdminAccessWatch() {
  useRevokedAccess(REVOKED)
  const cache = useQueryClient()
  const ask = useCallback(() => void cache.invalidateQueries({ queryKey: officeQuery.queryKey }), [cache])
  useRefusals(OTHER_ROLE, ask)
  return null
}

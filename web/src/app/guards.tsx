import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, Navigate, Outlet, useLocation, useParams } from 'react-router'
import { config } from '../lib/config.ts'
import { ARTIST_INSIDE_ROUTE, paths, WORK_ROUTE } from '../lib/paths.ts'
import {
  forgetCutShort,
  forgetReturn,
  isInOffice,
  pathCutShort,
  rememberReturn,
  returnPath,
} from '../lib/return-path.ts'
import { useSession } from '../session/provider.tsx'
import type { SessionState } from '../session/reducer.ts'
import { Failure } from '../ui/failure.tsx'
import { Loader } from '../ui/loader.tsx'
import { type Access, decide, type Verdict } from './access.ts'

/** Whether this page has had somebody signed in since it was loaded. */
let hasBeenIn = false

/** Applies the guard table to a group of routes. */
export function Guard({ access }: { access: Access }) {
  const { state } = useSession()
  const { pathname, search } = useLocation()
  const verdict = decide(access, state, config().adminSecondFactor)
  useDestination(access === 'user' || access === 'admin' ? pathname + search : null, verdict)
  if (verdict === 'wait') return <Loader />
  if (verdict === 'show') {
    // Every sign-in ends at a dashboard, except for people who were going somewhere else: they get there, once.
    const wanted = pathname === LANDINGS[access] ? wantedBy(state, access) : null
    return wanted ? <Navigate to={wanted} replace /> : <Outlet />
  }
  if (verdict === 'profile-failed') return <ProfileUnavailable />
  // An administrator who has to set up a second factor first then continues to where they were going.
  const wantsOffice = access === 'admin' && verdict.redirect === paths.security
  const to = (!hasBeenIn && verdict.redirect === paths.login && openPageOf(pathname)) || verdict.redirect
  return <Navigate to={to} replace state={wantsOffice ? { office: pathname + search } : null} />
}

/** Where a sign-in ends. */
const LANDINGS: Partial<Record<Access, string>> = { user: paths.dashboard, admin: paths.adminDashboard }

/** Nobody is sent into the back office but from there: whoever may not enter would come back for ever. */
function wantedBy(state: SessionState, access: Access): string | null {
  const wanted = returnPath(Date.now()) ?? (state.phase === 'signed-in' ? pathCutShort(state.user.id) : null)
  return wanted && isInOffice(wanted) && access !== 'admin' ? null : wanted
}

/** The page that is open to everybody, of what a fan has shared from inside the product; null where there is none. */
function openPageOf(pathname: string): string | null {
  const slug = matchPath(ARTIST_INSIDE_ROUTE, pathname)?.params.slug
  if (slug) return paths.artistPage(slug)
  const uid = matchPath(WORK_ROUTE, pathname)?.params.uid
  return uid ? paths.project(uid) : null
}

/** An address that is nobody's: with the menu for fans, and with the open pages' header for everybody else. */
export function AnyLayout({ fan, other }: { fan: ReactNode; other: ReactNode }) {
  const { state } = useSession()
  const verdict = decide('user', state, config().adminSecondFactor)
  if (verdict === 'wait') return <Loader />
  return verdict === 'show' ? fan : other
}

/** A work's shared page is for strangers: fans go on to the one inside, with its waiting room, and music plays on. */
export function SharedWork({ page }: { page: ReactNode }) {
  const { state } = useSession()
  const { uid = '' } = useParams()
  const verdict = decide('user', state, config().adminSecondFactor)
  if (verdict === 'wait') return <Loader />
  return verdict === 'show' ? <Navigate to={paths.work(uid)} replace /> : page
}

/**
 * Remembers where a visitor was going who has to sign in first, by a mail's link for instance; forgets it once they are
 * there. Who signs out leaves nothing behind: the next one to sign in may be somebody else.
 */
function useDestination(here: string | null, verdict: Verdict): void {
  useEffect(() => {
    if (here === null || verdict === 'wait') return
    if (verdict === 'show') {
      hasBeenIn = true
      if (returnPath(Date.now()) === here) forgetReturn()
      forgetCutShort()
    } else if (!hasBeenIn && isOnTheWay(verdict)) rememberReturn(here, Date.now())
  }, [here, verdict])
}

const WAYS_IN: string[] = [paths.login, paths.secondFactor]
const isOnTheWay = (verdict: Verdict) => typeof verdict === 'object' && WAYS_IN.includes(verdict.redirect)

/** The specification lets this case stop silently; a person left with an empty page would not know what to do. */
function ProfileUnavailable() {
  const { t } = useTranslation()
  const { retryProfile, signOut } = useSession()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 p-6">
      <h1 className="name text-3xl">{t('profileUnavailable.title')}</h1>
      <Failure message={t('profileUnavailable.text')} onRetry={retryProfile}>
        <button type="button" className="link px-3" onClick={() => void signOut()}>
          {t('profileUnavailable.signOut')}
        </button>
      </Failure>
    </main>
  )
}

/** The guard table: who may see a route, and where everyone else is redirected (specification, section 2). */
import { paths } from '../lib/paths.ts'
import type { SessionState } from '../session/reducer.ts'

export type Access =
  /** The signed-out screens: not for people who are already signed in. */
  | 'public'
  /** Setting a new password: open to everybody, because a dead link has to be reported there. */
  | 'recovery'
  /** Entering the code of the second factor. */
  | 'second-factor'
  /** Signed in, profile still incomplete. */
  | 'incomplete'
  /** Signed in, profile complete. */
  | 'user'
  /** The back office. */
  | 'admin'

export type Verdict = 'show' | 'wait' | 'profile-failed' | { redirect: string }

type Visitor =
  | 'waiting'
  | 'half'
  | 'unreadable'
  | 'nobody'
  | 'recovering'
  | 'incomplete'
  /** Somebody who works in the back office and has not completed their profile as a fan. */
  | 'newcomer'
  | 'user'
  /** An administrator without a second factor, where the back office requires one. */
  | 'unsecured'
  | 'admin'

const TABLE: Record<Access, Record<Visitor, Verdict>> = {
  public: {
    waiting: 'wait',
    half: { redirect: paths.secondFactor },
    unreadable: 'profile-failed',
    nobody: 'show',
    recovering: { redirect: paths.resetPassword },
    incomplete: { redirect: paths.completeProfile },
    newcomer: { redirect: paths.adminDashboard },
    user: { redirect: paths.dashboard },
    unsecured: { redirect: paths.security },
    admin: { redirect: paths.adminDashboard },
  },
  recovery: {
    waiting: 'wait',
    half: { redirect: paths.secondFactor },
    unreadable: 'show',
    nobody: 'show',
    recovering: 'show',
    incomplete: 'show',
    newcomer: 'show',
    user: 'show',
    unsecured: 'show',
    admin: 'show',
  },
  'second-factor': {
    waiting: 'wait',
    half: 'show',
    unreadable: 'profile-failed',
    nobody: { redirect: paths.login },
    recovering: { redirect: paths.resetPassword },
    incomplete: { redirect: paths.completeProfile },
    newcomer: { redirect: paths.adminDashboard },
    user: { redirect: paths.dashboard },
    unsecured: { redirect: paths.security },
    admin: { redirect: paths.adminDashboard },
  },
  incomplete: {
    waiting: 'wait',
    half: { redirect: paths.secondFactor },
    unreadable: 'profile-failed',
    nobody: { redirect: paths.login },
    recovering: { redirect: paths.resetPassword },
    incomplete: 'show',
    newcomer: 'show',
    user: { redirect: paths.dashboard },
    unsecured: { redirect: paths.security },
    admin: { redirect: paths.adminDashboard },
  },
  user: {
    waiting: 'wait',
    half: { redirect: paths.secondFactor },
    unreadable: 'profile-failed',
    nobody: { redirect: paths.login },
    recovering: { redirect: paths.resetPassword },
    incomplete: { redirect: paths.completeProfile },
    newcomer: { redirect: paths.completeProfile },
    user: 'show',
    unsecured: 'show',
    admin: 'show',
  },
  admin: {
    waiting: 'wait',
    half: { redirect: paths.secondFactor },
    unreadable: 'profile-failed',
    nobody: { redirect: paths.login },
    recovering: { redirect: paths.resetPassword },
    incomplete: { redirect: paths.completeProfile },
    newcomer: 'show',
    user: { redirect: paths.dashboard },
    unsecured: { redirect: paths.security },
    admin: 'show',
  },
}

function visitorOf(state: SessionState, asksSecondFactor: boolean): Visitor {
  if (state.phase === 'signed-out') return 'nobody'
  if (state.phase === 'starting') return 'waiting'
  // Also before a new password: access to the mailbox alone must not open an account with a second factor.
  if (state.phase === 'second-factor') return 'half'
  if (state.recovering) return 'recovering'
  if (state.phase === 'loading-profile') return 'waiting'
  if (state.phase === 'profile-failed') return 'unreadable'
  const isStaff = state.profile.role !== 'user'
  const isUnsecured = asksSecondFactor && !state.user.usedSecondFactor
  if (!state.profile.is_complete_profile) return isStaff && !isUnsecured ? 'newcomer' : 'incomplete'
  if (!isStaff) return 'user'
  return isUnsecured ? 'unsecured' : 'admin'
}

/** What a route does with a visitor; `asksSecondFactor` says whether the back office requires a second factor. */
export function decide(access: Access, state: SessionState, asksSecondFactor: boolean): Verdict {
  return TABLE[access][visitorOf(state, asksSecondFactor)]
}

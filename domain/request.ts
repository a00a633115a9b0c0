/** Requests that fans send to the platform. `db/migrations/0017_requests.sql` holds the same rules. */
import type { Transitions } from './transitions.ts'

/** The options of the form, as stored (specification, section 3). */
export const SUPPORT_SUBJECTS = ['Compras', 'Conta', 'Saldo', 'Saques', 'Projetos'] as const

/** The life of a request: answered once somebody has replied, closed once nothing is left to do, new again once its sender writes. */
export const SUPPORT_STATUSES = ['new', 'answered', 'closed'] as const
export type SupportStatus = (typeof SUPPORT_STATUSES)[number]

export const SUPPORT_TRANSITIONS: Transitions<SupportStatus> = {
  new: ['answered', 'closed'],
  answered: ['closed', 'new'],
  // A closed request can be reopened.
  closed: ['answered', 'new'],
}

/** Answers to begin with, by their key in `support-templates.json` of each language. */
export const SUPPORT_TEMPLATES = ['received', 'payment', 'withdrawal', 'window', 'solved'] as const

/** The longest message, in characters. */
export const MESSAGE_MAX = 5000

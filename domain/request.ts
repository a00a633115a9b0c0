/** Requests that fans send to the platform. `db/migrations/0017_requests.sql` holds the same rules. */
import type { Transitions } from './transitions.ts'

/** The options of the form, as stored (specification, section 3). */
export const SUPPORT_SUBJECTS = ['Compras', 'Conta', 'Saldo', 'Saques', 'Projetos'] as const

/** The life of a request: answered once somebody has replied, closed once nothing is left to do. */
export const SUPPORT_STATUSES = ['new', 'answered', 'closed'] as const
export type SupportStatus = (typeof SUPPORT_STATUSES)[number]

export const SUPPORT_TRANSITIONS: Transitions<SupportStatus> = {
  new: ['answered', 'closed'],
  answered: ['closed'],
  // A closed request can be reopened.
  closed: ['answered'],
}

/** The longest message, in characters. */
export const MESSAGE_MAX = 5000

/** Images and PDF only; SVG can carry scripts and is left out. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
} as const

/** The largest file, in bytes. */
export const ATTACHMENT_MAX_BYTES = 4 * 1024 * 1024

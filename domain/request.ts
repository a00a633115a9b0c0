/** What fans may write to the platform. `db/migrations/0017_requests.sql` holds the same rules. */
import type { Transitions } from './transitions.ts'

/** The options of the form, as they are stored (specification, section 3). */
export const SUPPORT_SUBJECTS = ['Compras', 'Conta', 'Saldo', 'Saques', 'Projetos'] as const

/** What became of a request: answered once somebody wrote back, closed once nothing is left to do. */
export const SUPPORT_STATUSES = ['new', 'answered', 'closed'] as const
export type SupportStatus = (typeof SUPPORT_STATUSES)[number]

export const SUPPORT_TRANSITIONS: Transitions<SupportStatus> = {
  new: ['answered', 'closed'],
  answered: ['closed'],
  // It was not over after all.
  closed: ['answered'],
}

/** The longest message, in characters. */
export const MESSAGE_MAX = 5000

/** Images and PDF only; drawings (SVG) can carry scripts and are left out. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
} as const

/** The largest file, in bytes. */
export const ATTACHMENT_MAX_BYTES = 4 * 1024 * 1024

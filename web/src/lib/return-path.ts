/**
 * Where a visitor was going before they had to sign in. It survives the e-mail confirmation, which opens
 * another tab, and expires after an hour: anyone who comes back tomorrow wants something else.
 */
import { inBrowser } from './browser-storage.ts'

const MEMORY = 'tune-return'
const HOUR_MS = 3_600_000

const UID = '[0-9a-f-]{36}'
/**
 * Pages open to visitors that lead into the product, and where mails and notices lead inside it: nothing else, for the stored
 * value must never become an open redirect.
 */
const ALLOWED = new RegExp(
  `^/(?:${[
    `(?:p|project|auction|studio/works)/${UID}`,
    `payment/${UID}(?:\\?(?:gift|tip))?`,
    '(?:a|artists)/[a-z0-9-]{2,40}',
    'invitation/[\\w-]{43}',
    'gift#[\\w-]{43}',
    `shelf(?:/security|\\?play=${UID})?`,
    'statement(?:/[\\w%:-]{1,120})?',
    'support(?:/\\d{1,12})?',
    'deposit(?:\\?amount=\\d{1,9})?',
    'bids|redeem-balance|alerts|studio',
    'admin(?:/[\\w-]{1,60}){1,3}(?:\\?[\\w=&%.+@:~,-]{0,400})?',
  ].join('|')})$`,
)

const WORK = new RegExp(`^/(?:p|project|auction|payment)/(${UID})`)

/** Whether a path leads into the back office. */
export const isInOffice = (path: string): boolean => path.startsWith('/admin/')

/** The work or the gift that a remembered path is about; null where it is about none. */
export function awaitedAt(path: string): { kind: 'work' | 'gift'; of: string } | null {
  const work = WORK.exec(path)?.[1]
  if (work) return { kind: 'work', of: work }
  const code = /^\/gift#(.+)$/.exec(path)?.[1]
  return code ? { kind: 'gift', of: code } : null
}

/** Does nothing for a path that is not allowed: what was remembered stays. */
export function rememberReturn(path: string, now: number): void {
  if (ALLOWED.test(path)) inBrowser.write(MEMORY, JSON.stringify({ path, at: now }))
}

/** The remembered path; null when there is none, it is older than an hour, or it is not allowed. */
export function returnPath(now: number): string | null {
  try {
    const { path, at } = JSON.parse(inBrowser.read(MEMORY) ?? 'null') ?? {}
    const isFresh = typeof at === 'number' && now - at >= 0 && now - at < HOUR_MS
    return isFresh && typeof path === 'string' && ALLOWED.test(path) ? path : null
  } catch {
    return null
  }
}

export function forgetReturn(): void {
  inBrowser.remove(MEMORY)
}

/** Where somebody was in this tab when their session ended, but not by their hand here: theirs alone, and this tab's. */
let cutShort: { path: string; fan: string } | null = null

export function rememberCutShort(path: string, fan: string): void {
  if (ALLOWED.test(path)) cutShort = { path, fan }
}

export function pathCutShort(fan: string): string | null {
  return cutShort?.fan === fan ? cutShort.path : null
}

export function forgetCutShort(): void {
  cutShort = null
}

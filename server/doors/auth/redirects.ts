/** Where people may be sent after a mail link or a provider: our own site, or addresses the operator has listed. */
import type { Context } from 'hono'
import { BUDGET } from './budget.ts'
import type { Door } from './options.ts'

/** Characters that no header can carry, and the backslash, which some take for a slash and others do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DOUBTFUL = /[\0-\x1f\x7f\\]/

/** The requested address if it is permitted, otherwise the site's; never an error. */
export function requestedRedirect(c: Context, door: Door): string {
  const wanted = c.req.header('redirect_to') || c.req.query('redirect_to') || c.req.header('Referer') || ''
  return permittedRedirect(door, wanted) ?? door.siteUrl
}

/** `wanted` if it is permitted. */
export function permittedRedirect(door: Door, wanted: string): string | null {
  return wanted && isPermitted(wanted, door.siteUrl, door.redirectAllowList) ? wanted : null
}

/**
 * The site itself and the list's globs; where the site is on loopback, other loopback addresses too (RFC 8252, section
 * 7.3). GoTrue permits those everywhere, so any program on a person's machine could receive their session.
 */
export function isPermitted(wanted: string, siteUrl: string, allowList: string[]): boolean {
  if (wanted.length > BUDGET.redirect.limit || DOUBTFUL.test(wanted) || !URL.canParse(wanted)) return false
  const url = new URL(wanted)
  const site = new URL(siteUrl)
  const loopback = isLoopback(url.hostname)
  if (url.protocol === site.protocol && url.hostname === site.hostname) {
    if (url.port === site.port || loopback) return true
  }
  const web = url.protocol === 'http:' || url.protocol === 'https:'
  if (web && loopback && url.hostname !== 'localhost' && isLoopback(site.hostname)) return true
  const plain = withoutFragment(wanted)
  return allowList.some((glob) => globToRegExp(glob).test(plain))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** `*` is any run without `.` and `/`, `**` any run at all, `?` one character that is neither `.` nor `/`. */
function globToRegExp(glob: string): RegExp {
  const pattern = glob.replace(/\*\*|\*|\?|[\\^$.+()[\]{}|]/g, (token) => {
    if (token === '**') return '.*'
    if (token === '*') return '[^./]*'
    if (token === '?') return '[^./]'
    return `\\${token}`
  })
  return new RegExp(`^${pattern}$`)
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] as string
}

/** `address` with `parameters` as its fragment, which browsers do not send to servers. */
export function withFragment(address: string, parameters: URLSearchParams): string {
  return `${withoutFragment(address)}#${parameters}`
}

/** `address` with `parameters` added to its query. */
export function withQuery(address: string, parameters: URLSearchParams): string {
  const plain = withoutFragment(address)
  return `${plain}${plain.includes('?') ? '&' : '?'}${parameters}`
}

/**
 * `address` with the error in both its query and its fragment, as GoTrue reports it after a flow through a provider.
 */
export function withErrors(address: string, details: Record<string, string>): string {
  const target = withQuery(address, new URLSearchParams(details))
  return withFragment(target, new URLSearchParams({ ...details, sb: '' }))
}

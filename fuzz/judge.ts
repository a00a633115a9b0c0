/** What no input may bring about, as far as one answer shows it. */
import type { Caller } from './callers.ts'
import type { Input } from './input.ts'
import type { Answer } from './send.ts'

/** Null when nothing is wrong with `answer`; `canary` stands in rows of somebody else. */
export function faultOf(input: Input, caller: Caller, answer: Answer, canary: string): string | null {
  const { status, headers, text } = answer
  if (!caller.sees && text.includes(canary) && !JSON.stringify(input).includes(canary))
    return 'shows what its caller may not read'
  if (status >= 500 && !isPromised(answer)) return `answered ${status} ${text.slice(0, 300)}`
  if (status < 400 || !speaksDialect(input)) return null
  if (!String(headers['content-type'] ?? '').includes('json')) {
    const isBare = text === '' || isHtmlOfAuth(input)
    return isBare ? null : `refused in another dialect: ${status} ${text.slice(0, 200)}`
  }
  return isRefusal(text) ? null : `refused without a reason: ${status} ${text.slice(0, 200)}`
}

/** Overload and outside services that are down are told so, with the time to come back. */
function isPromised({ status, headers, text }: Answer): boolean {
  if (status === 501) return true
  if (status !== 503 && status !== 504) return false
  return headers['retry-after'] !== undefined || /"code":"(\w*unavailable|57014|PGRST00\d)"/.test(text)
}

/** Links that people follow are answered with pages. */
const isHtmlOfAuth = ({ path }: Input): boolean => /^\/auth\/v1\/(verify|callback|authorize)/.test(path)

/** Whether the address still leads to a door; what is spoilt may lead past it, to a page. */
function speaksDialect({ door, method, path }: Input): boolean {
  if (door === 'pages' || door === 'realtime' || method === 'HEAD') return false
  if (door === 'webhooks' && method !== 'POST') return false
  if (!URL.canParse(`http://tune${path}`)) return false
  const { pathname } = new URL(`http://tune${path}`)
  return door === 'webhooks'
    ? /^\/webhooks\/\w+$/.test(path) && pathname === path
    : pathname.startsWith(`/${door}/v1/`)
}

const WORDS = ['code', 'error', 'message', 'msg', 'error_code']

function isRefusal(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    const said = json !== null && typeof json === 'object' && 'data' in json ? json.data : json
    return said !== null && typeof said === 'object' && WORDS.some((word) => word in said)
  } catch {
    return false
  }
}

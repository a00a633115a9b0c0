/** What no input may bring about, as far as one answer shows it. */
import type { Caller } from './callers.ts'
import type { Input } from './input.ts'
import type { Answer } from './send.ts'

/** What a caller who may publish it has published meanwhile is shown rightly. */
export const SHOWN = 'shows what its caller may not read'

/** Null when nothing is wrong with `answer`; `canaries` stand in rows of somebody else. */
export function faultOf(
  input: Input,
  caller: Caller,
  answer: Answer,
  canaries: readonly string[],
): string | null {
  const { status, headers, text } = answer
  const shown = caller.sees ? undefined : canaries.find((each) => text.includes(each))
  if (shown !== undefined && !JSON.stringify(input).includes(shown)) return SHOWN
  if (input.door === 'wire') return faultOnWire(input, answer)
  if (status >= 500 && !isPromised(answer)) return `answered ${status} ${text.slice(0, 300)}`
  if (status < 400 || !speaksDialect(input)) return null
  if (!String(headers['content-type'] ?? '').includes('json')) {
    const isBare = text === '' || isHtmlOfAuth(input)
    return isBare ? null : `refused in another dialect: ${status} ${text.slice(0, 200)}`
  }
  return isRefusal(text) ? null : `refused without a reason: ${status} ${text.slice(0, 200)}`
}

/** `text` is all that came, one answer after the other. */
function faultOnWire({ most }: Input, { text }: Answer): string | null {
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((each) => each.startsWith('HTTP/1.1 '))
  const bad = answers.find((each) => each.startsWith('HTTP/1.1 5') && !isPromisedOnWire(each))
  if (bad) return `answered ${bad.slice(9, 400)}`
  if (most !== undefined && (answers.length === 0 || answers.length > most))
    return `${answers.length} answers to ${most} requests`
  return null
}

const isPromisedOnWire = (answer: string) =>
  answer.startsWith('HTTP/1.1 501') || (answer.startsWith('HTTP/1.1 503') && /\r\nretry-after:/i.test(answer))

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
  if (door === 'pages' || door === 'realtime' || door === 'wire' || method === 'HEAD') return false
  if (door === 'webhooks' && method !== 'POST') return false
  if (!URL.canParse(`http://tune${path}`)) return false
  const { pathname } = new URL(`http://tune${path}`)
  return door === 'webhooks'
    ? /^\/webhooks\/\w+$/.test(path) && pathname === path
    : pathname.startsWith(`/${door}/v1/`)
}

/** Whether what was spoilt leads past the doors, to a page of the web application. */
export function leadsToPage({ door, method, path }: Input): boolean {
  if (door === 'wire' || !URL.canParse(`http://tune${path}`)) return false
  const { pathname } = new URL(`http://tune${path}`)
  if (pathname.startsWith('/webhooks/')) return method !== 'POST'
  return !/^\/(api|auth|rest|storage|realtime)\/v1\//.test(pathname)
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

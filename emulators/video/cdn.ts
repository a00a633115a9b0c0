/**
 * The library's pull zone with token authentication on: directory tokens in the path, version HS256, as
 * docs.bunny.net/cdn/security/token-authentication/advanced has them. A request is judged when it comes; what is being sent
 * by then is sent to its end, as nothing says otherwise.
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../same-secret.ts'

/** `/bcdn_token=…&…` before the path itself. */
const SIGNED = /^\/bcdn_token=([^/&]+)&([^/]+)(\/.*)$/

const A_DAY_SECONDS = 86_400

const tokenOf = (key: string, allowed: string, expires: string, data: string) =>
  `HS256-${createHmac('sha256', key).update(`${allowed}${expires}${data}`).digest('base64url')}`

/** Where the library's own page finds a video, below the zone: for a day, since nothing says that its token ends more than the page. */
export function pathForOwnPage(videoId: string, key: string, now: number): string {
  const allowed = `/${videoId}/`
  const expires = String(Math.floor(now / 1000) + A_DAY_SECONDS)
  const token = tokenOf(key, allowed, expires, `token_path=${allowed}`)
  return `/bcdn_token=${token}&token_path=${encodeURIComponent(allowed)}&expires=${expires}${allowed}playlist.m3u8`
}

/** The path that a signed one leads to (`/{video}/{file}`); null where the zone answers 403. `now` in milliseconds. */
export function pathBehind(signed: string, key: string, now: number): string | null {
  const [, token = '', query = '', path = ''] = SIGNED.exec(signed) ?? []
  const params = new URLSearchParams(query)
  const expires = params.get('expires') ?? ''
  params.delete('expires')
  params.sort()
  const allowed = params.get('token_path') ?? path
  const data = [...params].map(([name, value]) => `${name}=${value}`).join('&')
  const isGood =
    isSameSecret(token, tokenOf(key, allowed, expires, data)) &&
    /^\d+$/.test(expires) &&
    Number(expires) * 1000 > now
  const wanted = decodeURIComponent(path)
  return isGood && wanted.startsWith(allowed) ? wanted : null
}

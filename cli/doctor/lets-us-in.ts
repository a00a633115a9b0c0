/** A call to whatever answers with 200 to those whom it knows. */
import { type Finding, well } from './finding.ts'

export const call = (url: string, init: RequestInit = {}) =>
  fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })

export function letsUsIn(who: string, { status }: Response, does = 'lets us in'): Finding {
  if (status !== 200) throw new Error(`${who} answered ${status}`)
  return well(`${who} ${does}`)
}

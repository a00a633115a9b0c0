/** How Stripe signs a webhook (docs.stripe.com/webhooks, version 1): checked without its SDK, which strangers would load. */
import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text.ts'

/** Longest age of a signature in seconds, and how far the signer's clock may be ahead. */
const MOST_AGE = 300

/**
 * Why `header` (`t=…,v1=…`, one `v1` for each secret in use) does not sign `rawBody`, or null where it does; `now` in ms
 * since 1970.
 */
export function faultOfSignature(
  rawBody: string,
  header: string,
  secret: string,
  now: number = Date.now(),
): string | null {
  const parts = header.split(',').map((part) => part.split(/=(.*)/s))
  const at = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(at)) return 'a signature without a time'
  const right = createHmac('sha256', secret).update(`${at}.${rawBody}`).digest('hex')
  if (!parts.some(([name, given = '']) => name === 'v1' && isSameText(given, right)))
    return 'signed with another secret, or something else was signed'
  const age = now / 1000 - Number(at)
  if (age > MOST_AGE) return 'signed too long ago'
  return age < -MOST_AGE ? 'signed at a time to come' : null
}

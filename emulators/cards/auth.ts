/**
 * Identifies the caller: `sk_test_…` (or a restricted `rk_test_…`) or `pk_test_…`, as a Bearer token, as the user of Basic, or as `key` in a
 * browser's form.
 */
import { StripeFailure } from './errors.ts'

/** @throws 401 when there is no key or it is not a test key. */
export function keyKind(authorization: string | undefined, formKey: unknown): 'secret' | 'publishable' {
  const key = keyOf(authorization) ?? (typeof formKey === 'string' ? formKey : '')
  if (/^(sk|rk)_test_\w{6,}$/.test(key)) return 'secret'
  if (/^pk_test_\w{6,}$/.test(key)) return 'publishable'
  const message =
    key === ''
      ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
  throw new StripeFailure(401, { type: 'invalid_request_error', message })
}

/** @throws 403 on an endpoint that is closed to browsers. */
export function forbidPublishableKey(): never {
  throw new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of ' +
      'your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme, value] = (authorization ?? '').split(' ')
  if (value === undefined) return undefined
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic') return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0]
}

/**
 * How long a caller may take to send a request, in milliseconds: its head at once, its body as a phone on a slow line
 * sends five megabytes. Node itself would hold a half-sent request open for five minutes.
 */
export const REQUEST_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 90_000,
  connectionsCheckingInterval: 2_000,
}

/** Of `fetch` and viem where an answer does not come in time, of viem where none comes. */
const NAMES = ['TimeoutError', 'HttpRequestError']

/** A request to an outside service that got no answer, in the words of each library that asks. */
export const isUnanswered = (fault: unknown): fault is Error =>
  fault instanceof Error &&
  (fault.message === 'fetch failed' ||
    NAMES.includes(fault.name) ||
    ('type' in fault && fault.type === 'StripeConnectionError'))

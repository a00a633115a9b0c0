/** A phone that has lost its connection without noticing would wait for as long as the browser lets it. */
const PATIENCE_MS = 60_000

/** The response, if its headers arrive in time. Otherwise throws, as for a lost connection. */
export function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TypeError('No answer came in time')), PATIENCE_MS)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

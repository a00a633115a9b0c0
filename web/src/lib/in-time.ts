/** A phone that has lost its line without noticing would wait for as long as the browser lets it. */
const PATIENCE_MS = 60_000

/** The answer, if it begins to come in time. Throws when it does not: it counts as lost. */
export function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TypeError('No answer came in time')), PATIENCE_MS)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

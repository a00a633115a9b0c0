/** Makes an input that fails smaller, for as long as it fails. */
import type { Input } from './input.ts'

const MOST_TRIES = 60

/** `fails` sends it again. */
export async function shrink(input: Input, fails: (input: Input) => Promise<boolean>): Promise<Input> {
  let best = input
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const next of smaller(best)) {
      if (tries++ >= MOST_TRIES) return best
      if (!(await fails(next))) continue
      best = next
      isSmaller = true
      break
    }
  }
  return best
}

function* smaller(input: Input): Generator<Input> {
  const { path, headers, body } = input
  for (const name of Object.keys(headers)) {
    const { [name]: _gone, ...rest } = headers
    yield { ...input, headers: rest }
  }
  const [at = '', query] = path.split(/\?(.*)/s)
  const pairs = query === undefined ? [] : query.split('&')
  for (const pair of pairs) {
    const rest = pairs.filter((each) => each !== pair)
    yield { ...input, path: rest.length === 0 ? at : `${at}?${rest.join('&')}` }
  }
  if (!body) return
  yield { ...input, body: null }
  for (const part of withoutOneField(body)) yield { ...input, body: part }
}

function withoutOneField(body: string): string[] {
  try {
    const json: unknown = JSON.parse(body)
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return []
    return Object.keys(json).map((name) => {
      const { [name]: _gone, ...rest } = json as Record<string, unknown>
      return JSON.stringify(rest)
    })
  } catch {
    return [body.slice(0, body.length / 2)]
  }
}

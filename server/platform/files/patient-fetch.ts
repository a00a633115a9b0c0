/** A `fetch` that neither waits for ever nor gives up at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FilesUnavailable } from './files.ts'

export type Patience = {
  /** Milliseconds until the head of an answer; what is sent has time of its own on top. */
  answerMs: number
  /** Milliseconds between two parts of an answer, while somebody waits for the next. */
  silenceMs: number
  /** How often a request is sent at most. */
  attempts: number
  /** Milliseconds before the second attempt, at most; twice as many before each further one. */
  pauseMs: number
}

export const PATIENCE: Patience = { answerMs: 5000, silenceMs: 10_000, attempts: 3, pauseMs: 200 }

/** Bytes a millisecond that sending is granted: 1 MB a second. */
const SLOWEST = 1000

/**
 * Sends again what met no answer, a fault of the store (5xx) or a refusal for haste (429): every request of ours may be
 * repeated. An answer that is none of these is returned as it is; after the last attempt FilesUnavailable is thrown.
 */
export function createPatientFetch(patience: Patience): typeof fetch {
  return async (input, init) => {
    let met: unknown
    for (let attempt = 1; attempt <= patience.attempts; attempt++) {
      if (attempt > 1) await sleep(Math.random() * patience.pauseMs * 2 ** (attempt - 2))
      try {
        const answer = await sendOnce(input, init ?? {}, patience)
        if (answer.status < 500 && answer.status !== 429) return answer
        met = new Error(`answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
      } catch (fault) {
        met = fault
      }
    }
    throw new FilesUnavailable('the store of files does not answer', { cause: met })
  }
}

async function sendOnce(input: Parameters<typeof fetch>[0], init: RequestInit, patience: Patience) {
  const ending = new AbortController()
  const end = (why: string) => ending.abort(new FilesUnavailable(`the store of files ${why}`))
  const granted = patience.answerMs + sizeOf(init.body) / SLOWEST
  const timer = setTimeout(() => end('does not answer'), granted)
  try {
    const answer = await fetch(input, {
      ...init,
      // The size that the head tells is that of the bytes.
      headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal: ending.signal,
    })
    if (!answer.body) return answer
    const body = unlessSilent(answer.body, patience.silenceMs, () => end('stopped in the middle of a file'))
    return new Response(body, answer)
  } finally {
    clearTimeout(timer)
  }
}

function sizeOf(body: RequestInit['body']): number {
  if (body instanceof Blob) return body.size
  return body instanceof Uint8Array ? body.byteLength : 0
}

/** The same stream, read only when its reader asks; `end` is called when the source then stays silent. */
function unlessSilent(
  source: ReadableStream<Uint8Array>,
  silenceMs: number,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const timer = setTimeout(end, silenceMs)
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } finally {
          clearTimeout(timer)
        }
      },
      // Ends the connection to the store, when whoever reads has left.
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

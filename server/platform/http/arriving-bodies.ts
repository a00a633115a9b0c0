/**
 * Bodies that did not come with their heads. Whoever has too many on their way loses the slowest of them: who sends bodies bit
 * by bit shuts out nobody who shares their network.
 */
import { setImmediate as nextRound } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { admissionOf } from './admission.ts'
import { cutOff } from './request-times.ts'

/** Of one caller, on their way at once. */
export const MOST_ARRIVING = 16
/** Milliseconds that one may take before it can be the slowest. */
const GRACE_MS = 1000

type Arriving = HttpBindings & { since: number; bytes: number }

const arriving = new Map<string, Set<Arriving>>()

/** Whether nobody has to be waited for: the whole body of a request is here. */
export async function hasArrived(c: Context<{ Bindings?: Partial<HttpBindings> }>): Promise<boolean> {
  const incoming = c.env?.incoming
  if (!incoming || incoming.complete) return true
  // What came with the head is read next.
  await nextRound()
  return incoming.complete
}

/**
 * Waits for the body of a request, without occupying a slot. False when there is more of it than `maxBytes`, when it ends early, and
 * when it was the slowest of too many of its caller.
 */
export async function waitForBody(c: Context, maxBytes: number): Promise<boolean> {
  const admission = admissionOf(c)
  const read = () => readBody(c, maxBytes, admission?.caller ?? '')
  const body = await (admission ? admission.waitOutside(read) : read())
  if (body) c.req.raw = new Request(c.req.raw, { body })
  return body !== null
}

async function readBody(c: Context, maxBytes: number, caller: string): Promise<Blob | null> {
  const own: Arriving = { ...c.env, since: performance.now(), bytes: 0 }
  const all = arriving.get(caller) ?? new Set()
  arriving.set(caller, all.add(own))
  makeRoom(all)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      own.bytes += chunk.length
      if (own.bytes > maxBytes) return null
      chunks.push(chunk)
    }
    return new Blob(chunks)
  } catch {
    // The caller has gone, or was cut off; nobody hears the answer.
    return null
  } finally {
    all.delete(own)
    if (all.size === 0) arriving.delete(caller)
  }
}

function makeRoom(all: ReadonlySet<Arriving>): void {
  if (all.size <= MOST_ARRIVING) return
  const now = performance.now()
  const speedOf = ({ bytes, since }: Arriving) => bytes / (now - since)
  const [slowest] = [...all]
    .filter(({ since }) => now - since > GRACE_MS)
    .sort((a, b) => speedOf(a) - speedOf(b))
  if (slowest) cutOff(slowest.incoming, slowest.outgoing)
}

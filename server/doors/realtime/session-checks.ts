/**
 * Checks, from time to time, whether the sessions of those who watch the server's topics are still open: a token outlives a
 * sign-out. One question for each session, however many sockets it has; they are asked at once, so that whoever answers
 * can ask the database once.
 */
import type { Claims } from './claims.ts'

export type Watching = {
  /** The claims of every channel whose session counts. */
  watchers: () => Claims[]
  /** Closes the channels whose session has ended. */
  expelEnded: (isEnded: (claims: Claims) => boolean) => void
}

/** Rejects when nobody can tell; everything then stays as it is. */
export async function checkSessions(
  connections: Iterable<Watching>,
  mayWatch: (claims: Claims) => boolean | Promise<boolean>,
): Promise<void> {
  const all = [...connections]
  const claims = new Map(all.flatMap((one) => one.watchers()).map((some) => [sessionKey(some), some]))
  const verdicts = await Promise.all(
    [...claims].map(async ([key, some]) => [key, await mayWatch(some)] as const),
  )
  const ended = new Set(verdicts.flatMap(([key, may]) => (may ? [] : [key])))
  if (ended.size === 0) return
  for (const connection of all) connection.expelEnded((some) => ended.has(sessionKey(some)))
}

function sessionKey({ sub, session_id, aal }: Claims): string {
  return JSON.stringify([sub, session_id, aal])
}

/**
 * One socket's ear for a topic. Messages go as they are into the socket beneath the websocket, which costs less
 * than framing them again for each; a reader who falls behind gets the present state instead of a backlog.
 */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { RealtimeCounts } from './counts.ts'
import type { Version } from './frames.ts'
import type { HeldTopic, Watcher } from './topics.ts'

/** What may wait for one reader. A message is only added to less, so this and one message is the most. */
export const MAX_UNREAD_BYTES = 64 * 1024
const STALE_MS = 30_000

/** Both ends of one connection; compression must be off, or the raw bytes would not be what was agreed. */
export type Wire = { socket: WebSocket; raw: Duplex }

/** Begins with a snapshot. The answer ends the watching and gives the topic back. */
export function watchTopic(
  topic: HeldTopic,
  version: Version,
  { socket, raw }: Wire,
  counts: RealtimeCounts,
): () => void {
  let stale: NodeJS.Timeout | null = null

  const watcher: Watcher = {
    version,
    offer(message) {
      if (socket.readyState !== socket.OPEN) return
      if (!stale && raw.writableLength <= MAX_UNREAD_BYTES) {
        counts.frames++
        raw.write(message)
        return
      }
      counts.conflated++
      if (stale) return
      stale = setTimeout(sendAway, STALE_MS)
      raw.once('drain', catchUp)
    },
  }

  function forgive(): void {
    if (stale) clearTimeout(stale)
    stale = null
    raw.off('drain', catchUp)
  }

  function sendAway(): void {
    counts.slow++
    socket.close(1013, 'too slow')
  }

  function catchUp(): void {
    forgive()
    watcher.offer(topic.snapshot(version))
  }

  topic.watch(watcher)
  watcher.offer(topic.snapshot(version))
  return () => {
    forgive()
    topic.release(watcher)
  }
}

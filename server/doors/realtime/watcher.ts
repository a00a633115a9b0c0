/**
 * One socket's subscription to a topic. Messages are sent as they are, shared by all watchers; a reader that falls
 * behind gets the present state instead of a backlog.
 */

import type { BoundedWriter } from './bounded-writer.ts'
import type { RealtimeCounts } from './counts.ts'
import type { HeldTopic, Watcher } from './topics.ts'

/** Begins with a snapshot. The returned function ends the watch and releases the topic. */
export function watchTopic(topic: HeldTopic, writer: BoundedWriter, counts: RealtimeCounts): () => void {
  let forgetWish: (() => void) | null = null

  const watcher: Watcher = {
    offer(message) {
      if (!forgetWish && writer.tryWrite(message)) return
      counts.conflated++
      forgetWish ??= writer.whenRoom(catchUp)
    },
  }

  function catchUp(): void {
    forgetWish = null
    watcher.offer(topic.snapshot(watcher))
  }

  topic.watch(watcher)
  watcher.offer(topic.snapshot(watcher))
  return () => {
    forgetWish?.()
    topic.release(watcher)
  }
}

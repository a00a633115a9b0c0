/**
 * One socket's ear for a topic. Messages go out as they are, shared by all who watch; a reader who falls behind gets the
 * present state instead of a backlog.
 */
import type { RealtimeCounts } from './counts.ts'
import type { Version } from './frames.ts'
import type { Outlet } from './outlet.ts'
import type { HeldTopic, Watcher } from './topics.ts'

/** Begins with a snapshot. The answer ends the watching and gives the topic back. */
export function watchTopic(
  topic: HeldTopic,
  version: Version,
  outlet: Outlet,
  counts: RealtimeCounts,
): () => void {
  let forgetWish: (() => void) | null = null

  const watcher: Watcher = {
    version,
    offer(message) {
      if (!forgetWish && outlet.offer(message)) return
      counts.conflated++
      forgetWish ??= outlet.whenRoom(catchUp)
    },
  }

  function catchUp(): void {
    forgetWish = null
    watcher.offer(topic.snapshot(version))
  }

  topic.watch(watcher)
  watcher.offer(topic.snapshot(version))
  return () => {
    forgetWish?.()
    topic.release(watcher)
  }
}

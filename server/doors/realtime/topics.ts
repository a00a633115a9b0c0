/** Topics on which the server speaks. A source opens one for its first listener; it closes after the last. */
import type { Logger } from '../../platform/log.ts'
import { frameBroadcast } from './broadcast-frame.ts'
import type { Change } from './change-feed.ts'
import type { Version } from './frames.ts'

/** Says what is broadcast on the topics it owns; names come without the wire's prefix `realtime:`. */
export type BroadcastSource = {
  owns: (name: string) => boolean
  /** Resolves with null when there is no such topic. `emit` reaches everybody who listens by then. */
  open: (name: string, emit: (event: string, payload: unknown) => void) => Promise<OpenTopic | null>
  /** Whether it wants to hear of changes of the table now. */
  follows: (schema: string, table: string) => boolean
  /** Whoever reads now sees the change. */
  onChange: (change: Change) => void
  /** Changes may have been missed: what is open must be read again. */
  onGap: () => void
}

export type OpenTopic = {
  /** What a new listener must know, as the payload of event `snapshot`; what is emitted later builds on it. */
  snapshot: () => unknown
  close: () => void
}

/** A listener. What it is offered is shared with others: it must not be changed. */
export type Watcher = { version: Version; offer: (message: Buffer) => void }

export type HeldTopic = {
  /** The message that brings a watcher up to date. */
  snapshot: (version: Version) => Buffer
  watch: (watcher: Watcher) => void
  /** Once for each hold, with the watcher if it watched. */
  release: (watcher?: Watcher) => void
}

export type Topics = {
  owns: (topic: string) => boolean
  /** Opens the topic or shares it; null when there is none. Whoever holds one must release it. */
  hold: (topic: string) => Promise<HeldTopic | null>
  /** How many are open, for metrics and tests. */
  size: () => number
}

type Entry = { opened: Promise<HeldTopic | null>; holders: number }

const PREFIX = 'realtime:'

export function createTopics(sources: readonly BroadcastSource[], log: Logger): Topics {
  const entries = new Map<string, Entry>()
  const nameOf = (topic: string) => topic.slice(PREFIX.length)
  const ownerOf = (topic: string) =>
    topic.startsWith(PREFIX) ? sources.find((source) => source.owns(nameOf(topic))) : undefined

  async function open(topic: string, entry: () => Entry): Promise<HeldTopic | null> {
    const watchers = new Set<Watcher>()
    const snapshots = new Map<Version, Buffer>()
    const source = ownerOf(topic)
    const opened = await source?.open(nameOf(topic), (event, payload) => {
      snapshots.clear()
      const messages = createMessages(topic, event, () => payload)
      for (const watcher of watchers) watcher.offer(messages(watcher.version))
    })
    if (!opened) return null
    return {
      snapshot: createMessages(topic, 'snapshot', opened.snapshot, snapshots),
      watch: (watcher) => void watchers.add(watcher),
      release(watcher) {
        if (watcher) watchers.delete(watcher)
        if (--entry().holders > 0) return
        entries.delete(topic)
        opened.close()
      },
    }
  }

  function begin(topic: string): Entry {
    const entry: Entry = { holders: 0, opened: open(topic, () => entry) }
    entries.set(topic, entry)
    const forget = () => void entries.delete(topic)
    entry.opened.then(
      (held) => held ?? forget(),
      (fault) => {
        log.error({ err: fault, topic }, 'a topic could not be opened')
        forget()
      },
    )
    return entry
  }

  return {
    owns: (topic) => ownerOf(topic) !== undefined,
    hold(topic) {
      const entry = entries.get(topic) ?? begin(topic)
      entry.holders++
      return entry.opened
    },
    size: () => entries.size,
  }
}

/** Makes the message at most once for each version, however many ask. */
function createMessages(
  topic: string,
  event: string,
  payload: () => unknown,
  made = new Map<Version, Buffer>(),
): (version: Version) => Buffer {
  return (version) => {
    const known = made.get(version) ?? frameBroadcast(version, topic, event, payload())
    made.set(version, known)
    return known
  }
}

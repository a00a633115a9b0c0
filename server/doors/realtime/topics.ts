/** Topics on which the server broadcasts. A source opens one for its first listener and closes it after the last. */
import type { Logger } from '../../platform/log.ts'
import { frameBroadcast } from './broadcast-frame.ts'
import type { Change } from './change-feed.ts'
import type { Version } from './frames.ts'

/** Declares what is broadcast on the topics it owns; names come without the wire's prefix `realtime:`. */
export type BroadcastSource = {
  owns: (name: string) => boolean
  /** Resolves with null when there is no such topic. `emit` reaches everybody listening at that moment. */
  open: (name: string, emit: (event: string, payload: unknown) => void) => Promise<OpenTopic | null>
  /** Whether it currently wants changes of the table. */
  follows: (schema: string, table: string) => boolean
  /** Called once the change is visible to readers. */
  onChange: (change: Change) => void
  /** Changes may have been missed: open topics must be read again. */
  onGap: () => void
}

export type OpenTopic = {
  /** The state a new listener needs, as the payload of event `snapshot`; later events build on it. */
  snapshot: () => unknown
  close: () => void
}

/** A listener. What it receives is shared with others: it must not be modified. */
export type Watcher = { version: Version; offer: (message: Buffer) => void }

export type HeldTopic = {
  /** The message that brings a watcher up to date. */
  snapshot: (version: Version) => Buffer
  watch: (watcher: Watcher) => void
  /** Called once per hold, with the watcher if it watched. */
  release: (watcher?: Watcher) => void
}

export type Topics = {
  owns: (topic: string) => boolean
  /** Opens or shares the topic; null when there is none. Every holder must release it. */
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

/** Makes the message at most once per version, however many ask. */
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

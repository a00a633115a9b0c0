/** Topics on which the server broadcasts. A source opens one for its first listener and closes it after the last. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '../../platform/log.ts'
import { frameBroadcast } from './broadcast-frame.ts'
import type { Change } from './change.ts'

/** Declares what is broadcast on the topics it owns; names come without the wire's prefix `realtime:`. */
export type BroadcastSource = {
  owns: (name: string) => boolean
  /** Resolves with null when there is no such topic. */
  open: (name: string, emit: Emit) => Promise<OpenTopic | null>
  /** Whether it currently wants changes of the table. */
  follows: (schema: string, table: string) => boolean
  /** Called once the change is visible to readers. */
  onChange: (change: Change) => void
  /** Changes may have been missed: open topics must be read again. */
  onGap: () => void
}

/** Reaches everybody listening at that moment; resolves when all of them have been told. */
export type Emit = (event: string, payload: unknown) => Promise<void>

export type OpenTopic = {
  /** The state a new listener needs, as the payload of event `snapshot`; later events build on it. */
  snapshot: () => unknown
  close: () => void
}

/** A listener. What it receives is shared with others: it must not be modified. */
export type Watcher = { offer: (message: Buffer) => void }

export type HeldTopic = {
  /** The message that brings a watcher up to date. What others are still being told is in it. */
  snapshot: (watcher: Watcher) => Buffer
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

/**
 * How many are told before others are heard. Five thousand at once keep everybody else waiting for a tenth of a second; each
 * step of a request waits for one such part, so it has to be small.
 */
const TOLD_AT_ONCE = 20

const PREFIX = 'realtime:'

export function createTopics(sources: readonly BroadcastSource[], log: Logger): Topics {
  const entries = new Map<string, Entry>()
  const nameOf = (topic: string) => topic.slice(PREFIX.length)
  const ownerOf = (topic: string) =>
    topic.startsWith(PREFIX) ? sources.find((source) => source.owns(nameOf(topic))) : undefined

  async function open(topic: string, entry: () => Entry): Promise<HeldTopic | null> {
    const audience = createAudience()
    /** Made once for all who ask until something changes. */
    let snapshot: Buffer | null = null
    const source = ownerOf(topic)
    const opened = await source?.open(nameOf(topic), (event, payload) => {
      snapshot = null
      return audience.tell(frameBroadcast(topic, event, payload))
    })
    if (!opened) return null
    return {
      snapshot(watcher) {
        audience.spare(watcher)
        snapshot ??= frameBroadcast(topic, 'snapshot', opened.snapshot())
        return snapshot
      },
      watch: audience.add,
      release(watcher) {
        if (watcher) audience.remove(watcher)
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

/** The watchers of one topic. Each hears one message after the other, and none that was said before it came. */
function createAudience() {
  const watchers = new Set<Watcher>()
  /** Of each message that is being told, who has not heard it yet. */
  const untold = new Set<Set<Watcher>>()
  let told = Promise.resolve()
  const spare = (watcher: Watcher) => {
    for (const left of untold) left.delete(watcher)
  }

  async function tellAll(left: Set<Watcher>, message: Buffer): Promise<void> {
    let count = 0
    try {
      for (const watcher of left) {
        left.delete(watcher)
        watcher.offer(message)
        if (++count % TOLD_AT_ONCE === 0) await nextTurn()
      }
    } finally {
      untold.delete(left)
    }
  }

  return {
    add: (watcher: Watcher) => void watchers.add(watcher),
    remove(watcher: Watcher) {
      watchers.delete(watcher)
      spare(watcher)
    },
    /** For somebody who learns the present state in another way. */
    spare,
    tell(message: Buffer): Promise<void> {
      const left = new Set(watchers)
      untold.add(left)
      const telling = told.then(() => tellAll(left, message))
      // A fault is its sender's; the next message goes out all the same.
      told = telling.catch(() => undefined)
      return telling
    },
  }
}

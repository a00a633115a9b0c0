/** Thousands of watchers in a process of their own, which count frames or follow the state. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketFrame } from '#server/product/market/contract.ts'
import { serve } from '../scripts/remote.ts'
import { createFollower, type Follower, stalenessOf } from './follow.ts'
import { createReturns, type Returned, type Returns } from './returns.ts'
import { clientFrame, frameBounds, replyOf, upgradeRequest } from './websocket.ts'

/** `topic` null: a server without a protocol, whose frames begin at once. */
export type Opening = {
  port: number
  count: number
  topic: { name: string; token: string } | null
  /**
   * Frames are counted; or the state is followed; or it is followed and whoever is dropped comes back at once; or, after
   * the snapshot, nothing is read any more.
   */
  manner: 'counts' | 'follows' | 'returns' | 'stalls'
}
/** `frames`: those of this connection. */
type Watcher = { socket: Socket; rest: Buffer | null; upgraded: boolean; frames: number; pass: number }
type Group = {
  watchers: Watcher[]
  pass: number
  left: number
  /** When the last watcher had the frame; monotonic ms, the same in every process of this machine. */
  done: PromiseWithResolvers<number>
  last: Buffer
  follower: Follower | null
  heart: NodeJS.Timeout | null
  /** Null: nobody comes back. */
  returns: Returns | null
}

const GROUPS = new Map<number, Group>()
const OPENED_AT_ONCE = 100
/** Every watcher sends a heartbeat within this time, a few of them at each step, so that nothing is disturbed. */
const HEARTBEAT_MS = 25_000
const HEARTBEAT_STEPS = 250
const HEARTBEAT = clientFrame(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]))
/** Broadcasts begin with two nulls, replies name what they answer: this byte tells them apart. */
const REF_AT = '[null,'.length
const BEGINS_NULL = 'n'.charCodeAt(0)
const buffer = Buffer.alloc(1 << 20)
const now = () => Number(process.hrtime.bigint()) / 1e6

const api = {
  /** Resolves with the group's number once every watcher has its snapshot. */
  async open({ port, count, topic, manner }: Opening): Promise<number> {
    const group: Group = {
      watchers: [],
      pass: 0,
      left: 0,
      done: Promise.withResolvers(),
      last: Buffer.alloc(0),
      follower: manner === 'follows' || manner === 'returns' ? createFollower() : null,
      heart: null,
      returns: null,
    }
    const dial = (index: number) => openWatcher(group, index, port, topic)
    if (manner === 'returns') group.returns = createReturns(dial, OPENED_AT_ONCE)
    while (group.watchers.length < count) {
      const some = Math.min(OPENED_AT_ONCE, count - group.watchers.length)
      await Promise.all(Array.from({ length: some }, () => dial(group.watchers.length)))
    }
    while (topic && group.watchers.some(({ frames }) => frames === 0)) await sleep(20)
    if (manner === 'stalls') for (const { socket } of group.watchers) socket.pause()
    if (topic) group.heart = beat(group)
    GROUPS.set(GROUPS.size, group)
    return GROUPS.size - 1
  },

  /** From here on the next frame of each watcher counts. */
  arm(number: number): void {
    const group = find(number)
    group.pass++
    group.left = group.watchers.length
    group.done = Promise.withResolvers()
  },
  /** When the last watcher had the frame that followed `arm`. */
  passed: (number: number): Promise<number> => find(number).done.promise,
  /** The bytes of the last frame. */
  lastFrame: (number: number): Buffer => find(number).last,

  /**
   * The watchers' state once all show `bids` bids, or ten seconds later; one entry if they all agree. Null: a frame
   * was missed.
   */
  async settled({ number, bids }: { number: number; bids: number }): Promise<(MarketFrame | null)[]> {
    for (let attempt = 0; ; attempt++) {
      const states = find(number).follower?.states() ?? []
      if (attempt === 50 || (states.length === 1 && states[0]?.auction.bids === bids)) return states
      await sleep(200)
    }
  },
  /** How long a bid answered at `at` (monotonic ms) was not yet shown: over all watchers and answers, in ms. */
  staleness: ({ number, answers }: { number: number; answers: { bids: number; at: number }[] }) =>
    stalenessOf(find(number).follower?.seen() ?? [], answers),

  /** Once all who were dropped have a snapshot again, and nobody has been dropped for `stillMs`. */
  returned: ({ number, stillMs }: { number: number; stillMs: number }): Promise<Returned> => {
    const { returns } = find(number)
    if (!returns) throw new Error('nobody comes back in this group')
    return returns.whole(stillMs)
  },

  close(number: number): void {
    const { heart, watchers, returns } = find(number)
    if (heart) clearInterval(heart)
    returns?.stop()
    for (const { socket } of watchers) socket.destroy()
  },
}
export type Watchers = typeof api

serve(api)

function find(number: number): Group {
  const group = GROUPS.get(number)
  if (!group) throw new Error(`there is no group ${number}`)
  return group
}

/** Opens the watcher of that index, or opens it again. */
async function openWatcher(
  group: Group,
  index: number,
  port: number,
  topic: Opening['topic'],
): Promise<void> {
  const callback = (length: number): boolean => {
    read(group, watcher, index, buffer.subarray(0, length))
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
  const watcher: Watcher = { socket, rest: null, upgraded: !topic, frames: 0, pass: 0 }
  group.watchers[index] = watcher
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const { returns } = group
  if (returns) socket.on('error', () => socket.destroy()).once('close', () => returns.dropped(index))
  if (topic) socket.write(upgradeRequest(`/realtime/v1/websocket?vsn=2.0.0&apikey=${topic.token}`))
  if (topic) join(watcher, topic)
}

/** Sent right after the upgrade without waiting for its answer: both arrive in order. */
function join({ socket }: Watcher, { name, token }: { name: string; token: string }): void {
  const config = { broadcast: { ack: false, self: false }, presence: { key: '' }, postgres_changes: [] }
  socket.write(clientFrame(JSON.stringify(['1', '1', name, 'phx_join', { config, access_token: token }])))
}

function beat({ watchers }: Group): NodeJS.Timeout {
  let step = 0
  return setInterval(() => {
    for (let i = step++ % HEARTBEAT_STEPS; i < watchers.length; i += HEARTBEAT_STEPS)
      watchers[i]?.socket.write(HEARTBEAT)
  }, HEARTBEAT_MS / HEARTBEAT_STEPS)
}

function read(group: Group, watcher: Watcher, index: number, chunk: Buffer): void {
  let bytes = watcher.rest ? Buffer.concat([watcher.rest, chunk]) : chunk
  watcher.rest = null
  if (!watcher.upgraded) {
    const end = bytes.indexOf('\r\n\r\n')
    watcher.upgraded = end >= 0
    if (!watcher.upgraded) {
      watcher.rest = Buffer.from(bytes)
      return
    }
    bytes = bytes.subarray(end + 4)
  }
  let from = 0
  for (let bounds = frameBounds(bytes, from); bounds && bounds.end <= bytes.length; ) {
    take(group, watcher, index, bytes.subarray(from, bounds.end), bounds.content - from)
    from = bounds.end
    bounds = frameBounds(bytes, from)
  }
  if (from < bytes.length) watcher.rest = Buffer.from(bytes.subarray(from))
}

function take(group: Group, watcher: Watcher, index: number, frame: Buffer, content: number): void {
  const reply = replyOf(frame, content)
  if (reply) return void watcher.socket.write(reply)
  if (frame[content + REF_AT] !== BEGINS_NULL) return
  if (watcher.frames++ === 0) group.returns?.hasSnapshot(index)
  group.follower?.take(index, frame.subarray(content), now())
  if (watcher.pass === group.pass) return
  watcher.pass = group.pass
  if (--group.left > 0) return
  group.last = Buffer.from(frame)
  group.done.resolve(now())
}

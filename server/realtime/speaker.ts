/** What the server says to one websocket, in the socket's version of the protocol. */
import type { WebSocket } from 'ws'
import type { RealtimeCounts } from './counts.ts'
import { encodeFrame, type Frame, type Version } from './frames.ts'
import { MAX_UNREAD_BYTES } from './watcher.ts'

/** Whom a message without a question is for: a topic as it was joined. */
type Address = { topic: string; joinRef: string | null }

export type Speaker = {
  push: (to: Address, event: string, payload: Record<string, unknown>) => void
  reply: (to: Frame, status: 'ok' | 'error', response: Record<string, unknown>) => void
  /** Tells a channel how one of its extensions is. */
  system: (to: Address, status: 'ok' | 'error', extension: string, message: string) => void
  closed: (to: Address) => void
}

export function createSpeaker(socket: WebSocket, version: Version, counts: RealtimeCounts): Speaker {
  function send(frame: Frame): void {
    if (socket.readyState !== socket.OPEN) return
    // A reader this far behind is sent away to reconnect and read the state anew; nothing piles up for it.
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      counts.slow++
      socket.close(1013, 'too slow')
    } else {
      counts.frames++
      socket.send(encodeFrame(version, frame))
    }
  }
  const push: Speaker['push'] = ({ topic, joinRef }, event, payload) =>
    send({ joinRef, ref: null, topic, event, payload })

  return {
    push,
    reply: (to, status, response) => send({ ...to, event: 'phx_reply', payload: { status, response } }),
    system(to, status, extension, message) {
      const channel = to.topic.replace(/^realtime:/, '')
      push(to, 'system', { extension, status, message, channel })
    },
    closed: ({ topic, joinRef }) => send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} }),
  }
}

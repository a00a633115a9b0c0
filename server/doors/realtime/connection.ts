/** One websocket: the order of its frames, its heartbeat, and when it is closed. */
import type { Logger } from '../../platform/log.ts'
import { decodeFrame } from './frames.ts'
import { type ChannelsOptions, JoinedChannels } from './joined-channels.ts'
import { createOutlet, type Wire } from './outlet.ts'

/** Frames that may queue; a client that waits for answers stays far below. */
const MAX_WAITING = 500
/** Clients send a heartbeat every 25 or 30 seconds. */
const SILENCE_MS = 65_000
const SILENCE_CHECK_MS = 30_000

export type ConnectionOptions = ChannelsOptions & { log: Logger }

export function serveConnection(wire: Wire, options: ConnectionOptions): void {
  const { socket } = wire
  const { version, counts, log } = options
  const channels = new JoinedChannels(socket, createOutlet(wire, counts), options)
  let lastHeard = Date.now()

  // Frames are handled one after another, in order.
  let work: Promise<void> = Promise.resolve()
  let waiting = 0
  socket.on('message', (data, isBinary) => {
    lastHeard = Date.now()
    if (waiting >= MAX_WAITING) return socket.terminate()
    const frame = isBinary ? null : decodeFrame(version, String(data))
    if (!frame) return socket.close(1003, 'not a frame')
    waiting++
    work = work
      .then(() => channels.handle(frame))
      .catch((fault) => {
        log.error({ err: fault }, 'a frame could not be answered')
        socket.close(1011, 'internal error')
      })
      .finally(() => waiting--)
  })

  const patrol = setInterval(() => {
    if (Date.now() - lastHeard > SILENCE_MS) socket.close(1000, 'silent')
  }, SILENCE_CHECK_MS)

  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(patrol)
    channels.leaveAll()
  })
}

/** One websocket: the order of its frames, its heartbeat, and when it is closed. */
import type { Logger } from '../../platform/log.ts'
import { createBoundedWriter, type Wire } from './bounded-writer.ts'
import { REALTIME_BUDGET } from './budget.ts'
import { decodeFrame } from './frames.ts'
import { type ChannelsOptions, JoinedChannels } from './joined-channels.ts'

const SILENCE_CHECK_MS = 30_000

export type ConnectionOptions = ChannelsOptions & { log: Logger }

export function serveConnection(wire: Wire, options: ConnectionOptions): JoinedChannels {
  const { socket } = wire
  const { counts, log } = options
  const channels = new JoinedChannels(socket, createBoundedWriter(wire, counts), options)
  let lastHeard = Date.now()

  // Frames are handled one after another, in order.
  let work: Promise<void> = Promise.resolve()
  let waiting = 0
  socket.on('message', (data, isBinary) => {
    lastHeard = Date.now()
    if (waiting >= REALTIME_BUDGET.framesWaiting.limit) return socket.terminate()
    const frame = isBinary ? null : decodeFrame(String(data))
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

  const checks = setInterval(() => {
    if (Date.now() - lastHeard > REALTIME_BUDGET.silence.limit) socket.close(1000, 'silent')
  }, SILENCE_CHECK_MS)

  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(checks)
    channels.leaveAll()
  })
  return channels
}

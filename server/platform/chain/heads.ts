/**
 * New blocks as a node announces them by websocket (`eth_subscribe`, `newHeads`): whoever follows the chain asks it when there
 * is something to see. Where nothing is announced, or no longer, it is asked every so often instead.
 */
import { WebSocket } from 'ws'
import { createBackOff } from '../db/back-off.ts'
import type { Logger } from '../log.ts'

/** A line on which no block comes for this long is taken for dead. */
export const SILENCE_MS = 60_000
const HANDSHAKE_MS = 10_000
const MOST_BYTES = 1_000_000
const [FIRST_AGAIN_MS, LAST_AGAIN_MS] = [1000, 60_000]
/** What a node is asked so that it announces them. */
export const SUBSCRIBE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_subscribe',
  params: ['newHeads'],
})

export type Heads = {
  /**
   * Resolves with the next block, or after `pollMs` where none is announced; after each block once more after `pollMs`, since a
   * node may tell of it before it answers from it.
   */
  next: (pollMs: number, signal: AbortSignal) => Promise<void>
  close: () => void
}

/** `address` is that of a websocket, opened when it is first waited for; without one nothing is announced. */
export function followHeads(address: string | undefined, log: Pick<Logger, 'info' | 'warn'>): Heads {
  const backOff = createBackOff(FIRST_AGAIN_MS, LAST_AGAIN_MS)
  let socket: WebSocket | null = null
  let isOpened = false
  let again: NodeJS.Timeout | undefined
  let isClosed = false
  let isAnnounced = false
  let hasCome = false
  let isSecondLook = false
  let wake = () => {}

  function open(url: string): void {
    socket = new WebSocket(url, { handshakeTimeout: HANDSHAKE_MS, maxPayload: MOST_BYTES })
    const own = socket
    own.on('open', () => own.send(SUBSCRIBE))
    own.on('message', (data) => hear(own, String(data)))
    // `close` comes after it.
    own.on('error', () => {})
    own.on('close', () => lose(url))
  }

  function hear(own: WebSocket, text: string): void {
    const said = parse(text)
    if (said?.method === 'eth_subscription') {
      hasCome = true
      wake()
    } else if (said?.id === 1 && typeof said.result === 'string') {
      isAnnounced = true
      backOff.reset()
      log.info('the chain announces its blocks')
    } else own.terminate()
  }

  function lose(url: string): void {
    if (isClosed) return
    if (isAnnounced) log.warn('the chain no longer announces its blocks; asking for them')
    isAnnounced = false
    wake()
    again = setTimeout(() => open(url), backOff.next())
  }

  return {
    async next(pollMs, signal) {
      if (address && !isOpened) open(address)
      isOpened = true
      const waitsForBlock = isAnnounced && !isSecondLook
      isSecondLook = false
      if (!hasCome && !signal.aborted) {
        const woken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), waitsForBlock ? SILENCE_MS : pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve(true)
          }
          signal.addEventListener('abort', wake, { once: true })
        })
        signal.removeEventListener('abort', wake)
        if (!woken && waitsForBlock) socket?.terminate()
      }
      isSecondLook = hasCome
      hasCome = false
    },
    close() {
      isClosed = true
      clearTimeout(again)
      socket?.terminate()
    },
  }
}

function parse(text: string): { id?: unknown; method?: unknown; result?: unknown } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

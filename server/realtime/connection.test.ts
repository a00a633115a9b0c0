import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { serveConnection } from './connection.ts'
import type { Hub, Subscriber } from './hub.ts'

const join = JSON.stringify({
  topic: 'realtime:x',
  event: 'phx_join',
  payload: { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'mints' }] } },
  ref: '1',
})

test('a socket that closes while it is being subscribed is not listened for for ever', async () => {
  const listening = new Set<Subscriber>()
  let finish: () => void = () => undefined
  const hub = {
    subscribe: async (subscriber) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      listening.add(subscriber)
      return null
    },
    unsubscribe: (subscriber) => void listening.delete(subscriber),
  } as Partial<Hub> as Hub
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
  })
  serveConnection(socket as unknown as WebSocket, {
    hub,
    jwtSecret: 's',
    version: '1.0.0',
    keyClaims: { role: 'anon', exp: 9e9 },
  })
  const idle = finish
  socket.emit('message', join, false)
  await expect.poll(() => finish !== idle).toBe(true)
  Object.assign(socket, { readyState: 3 })
  socket.emit('close')
  finish()
  await new Promise((resolve) => setImmediate(resolve))
  expect(listening.size).toBe(0)
})

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { frameBroadcast } from './broadcast-frame.ts'
import { encodeFrame } from './frames.ts'

/** The bytes the library itself puts on the wire for a text. */
async function bytesOfLibrary(text: string): Promise<Buffer> {
  const written: Buffer[] = []
  const raw = new Duplex({
    read: () => undefined,
    write(chunk, _encoding, done) {
      written.push(chunk)
      done()
    },
  })
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    headers: {
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
    },
  })
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.handleUpgrade(request, raw, Buffer.alloc(0), (socket) => {
    written.length = 0
    socket.send(text)
  })
  await expect.poll(() => Buffer.concat(written).length).toBeGreaterThan(Buffer.byteLength(text))
  raw.destroy()
  return Buffer.concat(written)
}

const lengthOf = (text: string) =>
  encodeFrame({
    joinRef: null,
    ref: null,
    topic: 't',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'e', payload: text },
  }).length

describe('a broadcast', () => {
  test.each([125, 126, 65_535, 65_536])('of %i bytes is framed as the library would', async (size) => {
    const payload = 'x'.repeat(size - lengthOf(''))
    const text = JSON.stringify([null, null, 't', 'broadcast', { type: 'broadcast', event: 'e', payload }])
    expect(text).toHaveLength(size)
    expect(frameBroadcast('t', 'e', payload).equals(await bytesOfLibrary(text))).toBe(true)
  })

  test('names nobody’s join, and counts bytes rather than letters', async () => {
    const body = { type: 'broadcast', event: 'delta', payload: { author: 'Antônio' } }
    expect(frameBroadcast('realtime:x', 'delta', body.payload)).toEqual(
      await bytesOfLibrary(JSON.stringify([null, null, 'realtime:x', 'broadcast', body])),
    )
  })
})

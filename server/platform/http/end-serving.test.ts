import { once } from 'node:events'
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { endServing } from './end-serving.ts'

/** A server and one unanswered call to it, over a keep-alive connection. */
async function callUnderWay(): Promise<{
  server: Server
  response: ServerResponse
  answer: Promise<number>
}> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const asked = once(server, 'request')
  const { port } = server.address() as AddressInfo
  const answer = new Promise<number>((resolve, reject) => {
    request({ port, agent: new Agent({ keepAlive: true }) }, (reply) => resolve(reply.statusCode ?? 0))
      .on('error', reject)
      .end()
  })
  const [, response] = (await asked) as [unknown, ServerResponse]
  return { server, response, answer }
}

test('a call under way is answered before the server ends, and no new one is taken', async () => {
  const { server, response, answer } = await callUnderWay()
  const { port } = server.address() as AddressInfo
  const ended = endServing(server)
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  response.writeHead(201).end('done')
  expect(await answer).toBe(201)
  await ended
})

test('a call that does not end is cut off', async () => {
  const { server, answer } = await callUnderWay()
  const cutOff = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' })
  await endServing(server, 1)
  await cutOff
})

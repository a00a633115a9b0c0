/** A file that is written while it is read, and whose reading fails: who saves it must not take it for the whole. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { csvFile, xlsxFile } from './answers.ts'
import type { ApiEnv } from './fan.ts'

async function* broken(): AsyncGenerator<string> {
  yield 'the first row\r\n'
  throw new Error('the database is gone')
}

test('a file that breaks after its first row breaks the answer instead of ending it', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const app = new Hono<ApiEnv>()
    .get('/csv', (c) => csvFile(c, 'a-month', broken()))
    .get('/xlsx', (c) =>
      xlsxFile(c, 'a-month', ReadableStream.from(broken()).pipeThrough(new TextEncoderStream())),
    )
  const server = createHttpServer(app.fetch, 'http://localhost')
  onTestFinished(() => {
    complaints.mockRestore()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (const path of ['csv', 'xlsx']) {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  }
})

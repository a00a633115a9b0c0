/** A proxy in front of the world with a /sw.js of the test's choice: a new version, or none at all. */
import { createServer, request as forward } from 'node:http'
import { freePort } from '../scripts/free-port.ts'
import { world } from './fixtures.ts'

export async function startFront(worker: (built: string) => string | null) {
  const front = createServer(async (asked, answer) => {
    if (asked.url === '/sw.js') {
      const built = await (await fetch(`${world.url}/sw.js`)).text()
      const script = worker(built)
      answer.writeHead(script === null ? 404 : 200, { 'content-type': 'text/javascript' })
      answer.end(script ?? '')
      return
    }
    const onward = forward(
      `${world.url}${asked.url}`,
      { method: asked.method, headers: { ...asked.headers, host: new URL(world.url).host } },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        front.close(resolve)
        front.closeAllConnections()
      }),
  }
}

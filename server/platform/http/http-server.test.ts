/** What becomes of callers who arrive faster than they are accepted. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createHttpServer, listen } from './http-server.ts'

const CROWD = 1500
const SYSTEM_LIMIT = '/proc/sys/net/core/somaxconn'
const isAllowed = existsSync(SYSTEM_LIMIT) && Number(readFileSync(SYSTEM_LIMIT, 'utf8')) >= CROWD
/** Ends once all are connected. */
const CALLERS = `
const { connect } = require('node:net')
const [port, crowd] = process.argv.slice(1).map(Number)
let connected = 0
for (let n = 0; n < crowd; n++)
  connect({ port, host: '127.0.0.1' }, () => ++connected === crowd && process.exit(0))
`
/** Whoever is turned away asks again for as long as nobody is accepted. */
const GIVE_UP_MS = 30_000

test.skipIf(!isAllowed)(
  'a crowd that comes at once is connected before the server has had time for any of them',
  async () => {
    const server = createHttpServer(() => new Response('here'), 'http://127.0.0.1')
    await listen(server, 0, '127.0.0.1')
    const { port } = server.address() as AddressInfo
    // Nothing is accepted in the meantime: this process does nothing else.
    const callers = spawnSync(process.execPath, ['-e', CALLERS, String(port), String(CROWD)], {
      timeout: GIVE_UP_MS,
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(callers).toMatchObject({ status: 0, signal: null })
  },
)

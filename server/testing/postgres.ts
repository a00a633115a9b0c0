/** A Postgres with the migrated template that test files copy. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { startPostgres } from '../../scripts/postgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { connect } from '../platform/db/sql.ts'

export type TestPostgres = {
  url: string
  /** Ends it as a power cut would, and starts it again on the same port. */
  killAndRestart: () => Promise<void>
  /** Asks the server for a fast shutdown and resolves once it has ended; its files stay. */
  stopServer: () => Promise<void>
  stop: () => Promise<void>
}

export async function startTestPostgres(settings: Record<string, string>): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-test-'))
  const options = { dataDir, port: await freePort(), settings }
  let server = await startPostgres(options)
  const admin = connect(server.url, { max: 1 })
  await admin`create database tune_template`
  await admin.end()
  const templateUrl = server.url.replace(/\/postgres$/, '/tune_template')
  const template = connect(templateUrl, { max: 2 })
  await migrate(template, templateUrl)
  await template.end()
  return {
    url: server.url,
    async killAndRestart() {
      const [pid] = readFileSync(join(server.files, 'postmaster.pid'), 'utf8').split('\n')
      const gone = new Promise((resolve) => server.process.once('exit', resolve))
      process.kill(Number(pid), 'SIGKILL')
      await gone
      server = await startPostgres(options)
    },
    stopServer: () => server.stop(),
    async stop() {
      await server.stop()
      // When started by root, the files are in a folder of their own elsewhere.
      for (const folder of [dirname(server.files), dataDir])
        await rm(folder, { recursive: true, force: true })
    },
  }
}

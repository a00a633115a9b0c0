/** Starts one Postgres for the whole test run and migrates the template that every test file copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/postgres.ts'
import { migrate } from '../db/migrate.ts'
import { connect } from '../db/sql.ts'

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-test-'))
  const server = await startPostgres({
    dataDir,
    port: await freePort(),
    settings: { fsync: 'off', full_page_writes: 'off', max_replication_slots: '40', max_wal_senders: '40' },
  })
  const admin = connect(server.url, { max: 1 })
  await admin`create database tune_template`
  await admin.end()
  const templateUrl = server.url.replace(/\/postgres$/, '/tune_template')
  const template = connect(templateUrl, { max: 2 })
  await migrate(template, templateUrl)
  await template.end()
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    // Started by root, the files lie in a folder of their own elsewhere.
    for (const folder of [dirname(server.files), dataDir]) await rm(folder, { recursive: true, force: true })
  }
}

/** A free port below the ephemeral range, so that no outgoing socket can take it between asking and using. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error('No free port between 20000 and 32000.')
}

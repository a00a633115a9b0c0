/** Starts one Postgres for the whole test run and migrates the template that every test file copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../scripts/free-port.ts'
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

/** Starts one Postgres for the whole test run. Its files need not survive anything. */
import type { TestProject } from 'vitest/node'
import { setup as prepareModules } from '../../scripts/setup.mjs'
import { startTestPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  // Also for running a single test file by itself.
  await prepareModules()
  const server = await startTestPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    max_replication_slots: '40',
    max_wal_senders: '40',
  })
  project.provide('postgresUrl', server.url)
  return server.stop
}

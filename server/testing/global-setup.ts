/** Starts one Postgres for the whole test run. Its files need not survive anything. */
import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  const server = await startTestPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    max_replication_slots: '40',
    max_wal_senders: '40',
  })
  project.provide('postgresUrl', server.url)
  return server.stop
}

/**
 * Starts one Postgres for the whole test run, whose files need not survive anything; or, with `CLUSTER`, prepares that of a
 * running cluster.
 */
import type { TestProject } from 'vitest/node'
import { setup as prepareModules } from '../../scripts/setup.mjs'
import { clusterAt, prepareCluster } from './cluster.ts'
import { startTestPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  // Also for running a single test file by itself.
  await prepareModules()
  const cluster = process.env.CLUSTER ? clusterAt(Number(process.env.CLUSTER)) : null
  project.provide('cluster', cluster)
  if (cluster) {
    project.provide('postgresUrl', cluster.primary)
    return prepareCluster(cluster)
  }
  const server = await startTestPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    max_replication_slots: '40',
    max_wal_senders: '40',
  })
  project.provide('postgresUrl', server.url)
  return server.stop
}

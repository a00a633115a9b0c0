/** The engines of a running `npm run cluster`, for tests that are to stand on them (`CLUSTER=3000`, its product's port). */
import { inject } from 'vitest'
import { clusterPorts } from '../../scripts/cluster/ports.ts'
import { connect } from '../platform/db/sql.ts'
import { createTemplate } from './template.ts'

export type TestCluster = {
  /** Whichever Postgres is the primary, without the pool in between. */
  primary: string
  /** The same, pooled in transaction mode. */
  pool: string
  /** Addresses of the message servers, separated by commas. */
  nats: string
  /** Where the files are emulated. */
  emulators: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster | null
  }
}

/** Null: tests have engines of their own. */
export const theCluster = (): TestCluster | null => inject('cluster')

export function clusterAt(port: number): TestCluster {
  const ports = clusterPorts(port)
  const database = (at: number) => `postgres://postgres@127.0.0.1:${at}/postgres`
  return {
    primary: database(ports.postgres),
    pool: database(ports.pool),
    nats: ports.nats.map((one) => `nats://127.0.0.1:${one}`).join(','),
    emulators: `http://localhost:${ports.emulators}`,
  }
}

/** Puts the template that test files copy beside the product's own database; what is returned removes it. */
export async function prepareCluster({ primary }: TestCluster): Promise<() => Promise<void>> {
  const admin = connect(primary, { max: 1 })
  const remove = () => admin`drop database if exists tune_template with (force)`
  await remove()
  await createTemplate(primary)
  return async () => {
    await remove()
    await admin.end()
  }
}

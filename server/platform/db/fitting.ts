/** Whether a database is one that a server can start on, before anything in it is changed. */
import { strangenessOf } from './installation.ts'
import type { Sql } from './sql.ts'

/** The version of Postgres that everything here is tried with; functions of ours need what it brought. */
const LEAST_VERSION = 18

/** One line for everything that speaks against it. `wallet` and `secret` are the installation's. */
export async function faultsOfDatabase(sql: Sql, wallet: string, secret: string): Promise<string[]> {
  const [server] = await sql<[{ version: number; level: string; hasOwner: boolean }]>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('wal_level') as level,
      to_regclass('private.platform') is not null as "hasOwner"`
  return [
    ...(server.version < LEAST_VERSION
      ? [`DATABASE_URL: leads to Postgres ${server.version}, and ${LEAST_VERSION} is needed`]
      : []),
    ...(server.level === 'logical'
      ? []
      : [
          `DATABASE_URL: the server's wal_level is ${server.level}, and has to be logical: alter system set wal_level = ` +
            'logical, then restart it',
        ]),
    ...(await strangenessOf(sql, wallet, secret, server.hasOwner)),
  ]
}

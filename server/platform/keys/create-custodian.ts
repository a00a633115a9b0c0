/** Which custodian keeps the fans' keys, by the environment. */
import type { Env } from '../../env.ts'
import { type Custodian, createCustodyService } from '../adapters/custodian.ts'
import type { Sql } from '../db/sql.ts'
import { createBuiltInCustodian } from './built-in-custodian.ts'

export function createCustodian(env: Env, sql: Sql): Custodian {
  return env.CUSTODIAN === 'built-in' ? createBuiltInCustodian(env, sql) : createCustodyService(env)
}

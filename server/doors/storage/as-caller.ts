/** Runs queries under the caller's role, so that row policies decide. */
import type { Context } from 'hono'
import { jwtVerify } from 'jose'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { StorageError } from './errors.ts'

export type Caller = { role: 'anon' | 'authenticated' | 'service_role'; sub: string | null; claims: string }

export async function readCaller(c: Context, jwtSecret: string): Promise<Caller> {
  const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) throw new StorageError('AccessDenied', 'jwt must be provided')
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })
    const role = payload.role
    if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role')
      throw new Error('unknown role')
    return { role, sub: payload.sub ?? null, claims: JSON.stringify(payload) }
  } catch (fault) {
    throw new StorageError('AccessDenied', (fault as Error).message)
  }
}

export async function asCaller<Value>(
  sql: Sql,
  caller: Caller,
  work: (tx: Tx) => Promise<Value>,
): Promise<Value> {
  try {
    return (await sql.begin(async (tx) => {
      await tx`select set_config('role', ${caller.role}, true),
        set_config('request.jwt.claims', ${caller.claims}, true)`
      return work(tx)
    })) as Value
  } catch (fault) {
    const { code = '' } = fault as { code?: string }
    if (code === '42501') throw new StorageError('AccessDenied')
    if (code === '23505') throw new StorageError('ResourceAlreadyExists')
    // Class 22: a value that no column takes.
    if (/^22/.test(code)) throw new StorageError('InvalidRequest')
    throw fault
  }
}

/**
 * Fans' wallets without another service: the database keeps which key is whose, and its address; the key itself is derived
 * from the seed whenever it is asked for, and stored nowhere.
 */
import * as v from 'valibot'
import type { Env } from '../../env.ts'
import type { Custodian } from '../adapters/custodian.ts'
import { parseRow, parseRows } from '../db/rows.ts'
import type { Sql } from '../db/sql.ts'
import { type FanKeys, openFanKeys } from './fan-keys.ts'

const fanKey = v.object({ index: v.number(), address: v.string() })

/** The seed is not the one that the wallets were made of: none of them may be given away as its owner's. */
export class OtherSeed extends Error {
  override name = 'OtherSeed'
}

/** Newest wallets that are looked at. */
const LOOKED_AT = 1000

/** How many of the newest wallets these keys do not give. */
export async function walletsOfAnotherSeed(sql: Sql, keys: FanKeys): Promise<number> {
  const newest = parseRows(
    fanKey,
    await sql`select index, address from private.fan_keys order by index desc limit ${LOOKED_AT}`,
  )
  return newest.filter(({ index, address }) => keys.addressOf(index) !== address).length
}

export function createBuiltInCustodian(env: Env, sql: Sql): Custodian {
  let opening: Promise<FanKeys> | null = null

  function keys(): Promise<FanKeys> {
    opening ??= openFanKeys(env).catch((fault: unknown) => {
      // The file may be put right while we run.
      opening = null
      throw fault
    })
    return opening
  }

  /** Undefined for somebody without a key. Throws OtherSeed. */
  async function find(uid: string) {
    const row = parseRow(
      fanKey,
      await sql`select index, address from private.fan_keys where user_id = ${uid}`,
    )
    if (row && (await keys()).addressOf(row.index) !== row.address)
      throw new OtherSeed(`the seed in CUSTODIAN_FILE gives another address than wallet ${row.index} has`)
    return row
  }

  return {
    async createWallet({ uid }) {
      const known = await find(uid)
      if (known) return known.address
      const [next] = await sql<[{ index: number }]>`
        select nextval(pg_get_serial_sequence('private.fan_keys', 'index')) as index`
      const address = (await keys()).addressOf(next.index)
      // Of two calls at once one is first; the other's number stays unused.
      await sql`
        insert into private.fan_keys (index, user_id, address) values (${next.index}, ${uid}, ${address})
        on conflict (user_id) do nothing`
      const made = await find(uid)
      if (!made) throw new Error(`person ${uid} has no key`)
      return made.address
    },
    async exportKey(uid) {
      const row = await find(uid)
      if (!row) return null
      return { address: row.address, privateKey: (await keys()).privateKeyOf(row.index) }
    },
  }
}

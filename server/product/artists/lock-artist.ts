/** One artist at a time. */
import * as v from 'valibot'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'

/** Locked, so that keys, payouts and links of one artist are decided one after another. */
export async function lockArtist(
  tx: Tx,
  uid: string,
): Promise<{ id: number; uid: string; name: string; wallet: string } | undefined> {
  const artist = parseRow(
    v.object({ id: rowId, uid: v.string(), name: v.string(), wallet: v.string() }),
    await tx`
      select id, uid, name, wallet from private.artists where uid = ${uid} for no key update`,
  )
  return artist
}

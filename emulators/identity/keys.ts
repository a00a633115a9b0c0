/** A vendor's signing keys: generated once and stored with its state, so that tokens survive a restart. */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

export const KEYS_SCHEMA = `
  create table if not exists keys (vendor text primary key, signing text not null, cookies text not null);
`

export async function keysOf(db: DatabaseSync, vendor: string): Promise<{ signing: JWK; cookies: string }> {
  const kept = db.prepare('select signing, cookies from keys where vendor = ?').get(vendor)
  if (kept) return { signing: JSON.parse(String(kept.signing)) as JWK, cookies: String(kept.cookies) }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const signing = { ...(await exportJWK(privateKey)), kid: `${vendor}-1`, use: 'sig', alg: 'RS256' }
  const cookies = randomBytes(32).toString('hex')
  db.prepare('insert into keys values (?, ?, ?)').run(vendor, JSON.stringify(signing), cookies)
  return { signing, cookies }
}

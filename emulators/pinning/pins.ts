/** What is pinned: a row per content, its bytes in the same database. */
import type { DatabaseSync } from 'node:sqlite'
import { identify } from './cid.ts'

export type Pin = { cid: string; size: number; pinnedAt: string; isDuplicate: boolean }
export type Content = { bytes: Uint8Array; type: string; name: string }

export const PINNING_SCHEMA = `
  create table if not exists pins (
    cid text primary key, name text not null, type text not null, size integer not null, pinned_at text not null,
    content blob not null
  );
`

export class Pins {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  /** Pins `content`; the same bytes again keep their first date and count as a duplicate. */
  async add({ bytes, type, name }: Content): Promise<Pin> {
    const { cid, size } = await identify(bytes)
    const { changes } = this.db
      .prepare('insert into pins values (?, ?, ?, ?, ?, ?) on conflict do nothing')
      .run(cid, name, type, size, new Date().toISOString(), bytes)
    const row = this.db.prepare('select pinned_at from pins where cid = ?').get(cid)
    return { cid, size, pinnedAt: String(row?.pinned_at), isDuplicate: changes === 0 }
  }

  read(cid: string): Content | undefined {
    const row = this.db.prepare('select content, type, name from pins where cid = ?').get(cid)
    return row === undefined
      ? undefined
      : { bytes: row.content as Uint8Array, type: String(row.type), name: String(row.name) }
  }

  /** Newest first, without content. */
  list(): unknown[] {
    return this.db.prepare('select cid, name, type, size, pinned_at from pins order by pinned_at desc').all()
  }

  clear(): void {
    this.db.exec('delete from pins')
  }
}

/** Stores the provider's records (codes, sessions, grants) in the emulator's database. */
import type { DatabaseSync } from 'node:sqlite'

export const RECORDS_SCHEMA = `
  create table if not exists records (
    vendor text not null, model text not null, id text not null, payload text not null,
    uid text, grant_id text, expires_at integer,
    primary key (vendor, model, id)
  );
  create index if not exists records_grant on records (vendor, grant_id);
`

type Payload = Record<string, unknown> & { uid?: string; grantId?: string }

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The adapter class that the provider expects, bound to one vendor's records. */
export function adapterOf(db: DatabaseSync, vendor: string) {
  const read = (row: Record<string, unknown> | undefined): Payload | undefined =>
    row === undefined ? undefined : (JSON.parse(String(row.payload)) as Payload)

  return class RecordAdapter {
    private readonly model: string
    constructor(model: string) {
      this.model = model
    }

    async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
      db.prepare('insert or replace into records values (?, ?, ?, ?, ?, ?, ?)').run(
        vendor,
        this.model,
        id,
        JSON.stringify(payload),
        payload.uid ?? null,
        payload.grantId ?? null,
        expiresIn ? nowSeconds() + expiresIn : null,
      )
      db.prepare('delete from records where expires_at < ?').run(nowSeconds())
    }

    async find(id: string): Promise<Payload | undefined> {
      return read(
        db
          .prepare('select payload from records where vendor = ? and model = ? and id = ?')
          .get(vendor, this.model, id),
      )
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      return read(
        db
          .prepare('select payload from records where vendor = ? and model = ? and uid = ?')
          .get(vendor, this.model, uid),
      )
    }

    async consume(id: string): Promise<void> {
      const payload = await this.find(id)
      if (!payload) return
      db.prepare('update records set payload = ? where vendor = ? and model = ? and id = ?').run(
        JSON.stringify({ ...payload, consumed: nowSeconds() }),
        vendor,
        this.model,
        id,
      )
    }

    async destroy(id: string): Promise<void> {
      db.prepare('delete from records where vendor = ? and model = ? and id = ?').run(vendor, this.model, id)
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      db.prepare('delete from records where vendor = ? and grant_id = ?').run(vendor, grantId)
    }
  }
}

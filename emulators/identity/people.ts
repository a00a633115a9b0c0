/**
 * The people with accounts at the vendors. Typing a new address creates one; the first few are there to be picked.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export const PEOPLE_SCHEMA = `
  create table if not exists people (
    vendor text not null, id text not null, email text not null, name text not null, verified integer not null,
    primary key (vendor, email)
  );
  create table if not exists told (vendor text not null, id text not null, primary key (vendor, id));
`

export type Person = { id: string; email: string; name: string; verified: boolean }

const FIRST: Omit<Person, 'id'>[] = [
  { email: 'luiza.ouvinte@tune.test', name: 'Luiza Ouvinte', verified: true },
  { email: 'joao.plateia@tune.test', name: 'João Plateia', verified: true },
]

export class People {
  private readonly db: DatabaseSync
  private readonly vendor: string

  constructor(db: DatabaseSync, vendor: string) {
    this.db = db
    this.vendor = vendor
  }

  all(): Person[] {
    const known = this.read()
    return known.length > 0 ? known : FIRST.map((person) => this.save(person))
  }

  private read(): Person[] {
    return this.db
      .prepare('select * from people where vendor = ? order by rowid')
      .all(this.vendor)
      .map(personOf)
  }

  find(id: string): Person | undefined {
    const row = this.db.prepare('select * from people where vendor = ? and id = ?').get(this.vendor, id)
    return row === undefined ? undefined : personOf(row)
  }

  /** Whether the product has not been told of this person yet; from now on it has. */
  isFirstVisit({ id }: Person): boolean {
    return this.db.prepare('insert or ignore into told values (?, ?)').run(this.vendor, id).changes === 1
  }

  /** Creates the person, or changes name and verification of whoever has the address; the id stays. */
  save(given: Omit<Person, 'id'>): Person {
    const email = given.email.trim().toLowerCase()
    const name = given.name.trim() || (email.split('@')[0] as string)
    const id = BigInt(
      `0x${createHash('sha256').update(`${this.vendor}:${email}`).digest('hex').slice(0, 16)}`,
    )
    this.db
      .prepare(
        `insert into people values (?, ?, ?, ?, ?)
        on conflict (vendor, email) do update set name = excluded.name, verified = excluded.verified`,
      )
      .run(this.vendor, String(id), email, name, given.verified ? 1 : 0)
    return { id: String(id), email, name, verified: given.verified }
  }
}

function personOf(row: Record<string, unknown>): Person {
  return {
    id: String(row.id),
    email: String(row.email),
    name: String(row.name),
    verified: row.verified === 1,
  }
}

/** The invoices that were issued, and which of them were cancelled. */
import type { DatabaseSync } from 'node:sqlite'
import { keyOf } from './rules.ts'
import { child, type Node, textAt } from './xml.ts'

export const INVOICES_SCHEMA = `
  create table if not exists invoices (
    number integer primary key, key text not null unique, declaration text not null unique, document text not null,
    amount text not null, customer text, cancelled_at text
  );`

export type Invoice = {
  number: number
  key: string
  declaration: string
  document: string
  amount: string
  customer: string | null
  cancelled_at: string | null
}

export class Invoices {
  private readonly db: DatabaseSync
  constructor(db: DatabaseSync) {
    this.db = db
  }

  find(column: 'key' | 'declaration', value: string): Invoice | undefined {
    return this.db.prepare(`select * from invoices where ${column} = ?`).get(value) as Invoice | undefined
  }

  list(): Invoice[] {
    return this.db.prepare('select * from invoices order by number').all() as Invoice[]
  }

  /** The key of what is issued for a declaration; undefined where it is known already. */
  issue(document: Node, source: string): string | undefined {
    const about = child(document, 'infDPS')
    const declaration = about?.attributes.Id ?? ''
    if (!about || this.find('declaration', declaration)) return undefined
    const number = this.list().length + 1
    const key = keyOf(document, number)
    this.db
      .prepare('insert into invoices values (?, ?, ?, ?, ?, ?, null)')
      .run(
        number,
        key,
        declaration,
        source,
        textAt(about, 'valores', 'vServPrest', 'vServ') ?? '',
        textAt(about, 'toma', 'xNome') ?? null,
      )
    return key
  }

  cancel(key: string): void {
    this.db.prepare('update invoices set cancelled_at = ? where key = ?').run(new Date().toISOString(), key)
  }

  clear(): void {
    this.db.exec('delete from invoices')
  }
}

/** The PIX provider's records: charges, the payments for them, payouts, and undelivered messages. */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export const PIX_SCHEMA = `
  create table if not exists tokens (token text primary key, ends_at integer not null);
  create table if not exists charges (
    seq integer primary key autoincrement, txid text not null unique, valor text not null, chave text not null,
    solicitacao text, created_at integer not null, expires_in integer not null, status text not null default 'ATIVA'
  );
  create table if not exists receipts (
    end_to_end_id text primary key, txid text not null, valor text not null, horario text not null
  );
  create index if not exists receipts_of on receipts (txid);
  create table if not exists payouts (
    id text primary key, end_to_end_id text not null, valor text not null, chave text not null,
    requested_at integer not null, status text
  );
  create table if not exists deliveries (
    id integer primary key, payload text not null, next_at integer not null, attempts integer not null default 0,
    state text not null default 'pending', last_status integer, last_error text
  );
  create table if not exists settings (name text primary key, value text not null);
`

export type Charge = {
  txid: string
  valor: string
  chave: string
  solicitacao: string | null
  /** Milliseconds since 1970. */
  created_at: number
  /** Seconds. */
  expires_in: number
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
}
export type Receipt = { endToEndId: string; txid: string; valor: string; horario: string }

export class PixStore {
  readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  charge(txid: string): Charge | undefined {
    return this.db.prepare('select * from charges where txid = ?').get(txid) as Charge | undefined
  }

  newestCharges(): Charge[] {
    return this.db.prepare('select * from charges order by seq desc limit 100').all() as unknown as Charge[]
  }

  addCharge(charge: Omit<Charge, 'status'>): void {
    this.db
      .prepare(
        `insert into charges (txid, valor, chave, solicitacao, created_at, expires_in) values (?, ?, ?, ?, ?, ?)`,
      )
      .run(charge.txid, charge.valor, charge.chave, charge.solicitacao, charge.created_at, charge.expires_in)
  }

  setStatus(txid: string, status: Charge['status']): void {
    this.db.prepare('update charges set status = ? where txid = ?').run(status, txid)
  }

  receipts(txid: string): Receipt[] {
    return this.db
      .prepare(
        'select end_to_end_id as "endToEndId", txid, valor, horario from receipts where txid = ? order by rowid',
      )
      .all(txid) as unknown as Receipt[]
  }

  /** What was received in a period, the oldest first; both ends are ISO 8601. */
  receivedBetween(inicio: string, fim: string): Receipt[] {
    return this.db
      .prepare(
        `select end_to_end_id as "endToEndId", txid, valor, horario from receipts
        where horario between ? and ? order by horario, rowid`,
      )
      .all(inicio, fim) as unknown as Receipt[]
  }

  /** Books a payment for a charge, whatever its state, and queues the message about it. */
  receive(txid: string, valor: string, at: Date): Receipt {
    const receipt = { endToEndId: newEndToEndId(at), txid, valor, horario: at.toISOString() }
    this.db
      .prepare('insert into receipts values (?, ?, ?, ?)')
      .run(receipt.endToEndId, txid, valor, receipt.horario)
    this.setStatus(txid, 'CONCLUIDA')
    this.db
      .prepare('insert into deliveries (payload, next_at) values (?, ?)')
      .run(JSON.stringify({ pix: [receipt] }), Date.now())
    return receipt
  }

  clear(): void {
    for (const table of ['tokens', 'charges', 'receipts', 'payouts', 'deliveries', 'settings']) {
      this.db.exec(`delete from ${table}`)
    }
  }
}

export function isExpired(charge: Charge, now: number): boolean {
  return now >= charge.created_at + charge.expires_in * 1000
}

/** `E`, eight digits of the payer's bank, the minute, eleven characters: 32 in all. */
export function newEndToEndId(at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12)
  return `E00000000${minute}${randomBytes(6).toString('hex').slice(0, 11)}`
}

/** The PIX provider's records: charges, what was received and given back, payouts, and undelivered messages. */
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
  create table if not exists returns (
    id text primary key, end_to_end_id text not null, rtr_id text not null, valor text not null, horario text not null
  );
  create index if not exists returns_of on returns (end_to_end_id);
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
export type Return = {
  id: string
  /** Its name in the network. */
  rtrId: string
  valor: string
  horario: { solicitacao: string; liquidacao: string }
  status: 'DEVOLVIDO'
}
export type Receipt = {
  endToEndId: string
  /** None where somebody paid to the key itself. */
  txid?: string
  valor: string
  horario: string
  devolucoes?: Return[]
}
type ReceiptRow = { endToEndId: string; txid: string; valor: string; horario: string }

const RECEIPTS = 'select end_to_end_id as "endToEndId", txid, valor, horario from receipts'

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
    return this.receiptsWhere('where txid = ? order by rowid', txid)
  }

  received(endToEndId: string): Receipt | undefined {
    return this.receiptsWhere('where end_to_end_id = ?', endToEndId)[0]
  }

  newestReceipts(): Receipt[] {
    return this.receiptsWhere('order by rowid desc limit 100')
  }

  /** What was received in a period, the oldest first; both ends are ISO 8601. */
  receivedBetween(inicio: string, fim: string): Receipt[] {
    return this.receiptsWhere('where horario between ? and ? order by horario, rowid', inicio, fim)
  }

  private receiptsWhere(which: string, ...values: string[]): Receipt[] {
    const rows = this.db.prepare(`${RECEIPTS} ${which}`).all(...values) as unknown as ReceiptRow[]
    return rows.map(({ txid, ...row }) => {
      const devolucoes = this.returns(row.endToEndId)
      return { ...row, ...(txid !== '' && { txid }), ...(devolucoes.length > 0 && { devolucoes }) }
    })
  }

  private returns(endToEndId: string): Return[] {
    return this.db
      .prepare('select id, rtr_id, valor, horario from returns where end_to_end_id = ? order by rowid')
      .all(endToEndId)
      .map((row) => ({
        id: String(row.id),
        rtrId: String(row.rtr_id),
        valor: String(row.valor),
        horario: { solicitacao: String(row.horario), liquidacao: String(row.horario) },
        status: 'DEVOLVIDO',
      }))
  }

  /** Gives `valor` of it back, at once. */
  giveBack(endToEndId: string, valor: string, at: Date): void {
    this.db
      .prepare('insert into returns values (?, ?, ?, ?, ?)')
      .run(randomBytes(8).toString('hex'), endToEndId, newNetworkId('D', at), valor, at.toISOString())
  }

  /** Books a payment for a charge, whatever its state, or for none, and queues the message about it. */
  receive(txid: string | null, valor: string, at: Date): Receipt {
    const endToEndId = newNetworkId('E', at)
    const receipt = { endToEndId, ...(txid !== null && { txid }), valor, horario: at.toISOString() }
    this.db
      .prepare('insert into receipts values (?, ?, ?, ?)')
      .run(endToEndId, txid ?? '', valor, receipt.horario)
    if (txid !== null) this.setStatus(txid, 'CONCLUIDA')
    this.db
      .prepare('insert into deliveries (payload, next_at) values (?, ?)')
      .run(JSON.stringify({ pix: [receipt] }), Date.now())
    return receipt
  }

  clear(): void {
    for (const table of ['tokens', 'charges', 'receipts', 'returns', 'payouts', 'deliveries', 'settings']) {
      this.db.exec(`delete from ${table}`)
    }
  }
}

export function isExpired(charge: Charge, now: number): boolean {
  return now >= charge.created_at + charge.expires_in * 1000
}

/** `E` of a payment or `D` of a return, eight digits of the bank, the minute, eleven characters: 32 in all. */
export function newNetworkId(kind: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12)
  return `${kind}00000000${minute}${randomBytes(6).toString('hex').slice(0, 11)}`
}

/** Work promised to the outside world, written in the transaction that makes it due. */
import type { Tx } from './db/sql.ts'

export type ShareWire = { wallet: string; amount: number }

/** What the chain lane can be asked to record. Amounts are centavos, instants unix seconds. */
export type ChainPayload = {
  deploy_edition: {
    projectUid: string
    name: string
    symbol: string
    supply: number
    royaltyReceiver: string
    baseURI: string
    contractURI: string
  }
  credit_balance: { wallet: string; amount: number; reference: string }
  debit_balance: { wallet: string; amount: number; reference: string }
  sell_unit: {
    edition: string
    unit: number
    wallet: string
    amount: number
    shares: ShareWire[]
    reference: string
  }
  record_play: { edition: string; unit: number; wallet: string; expires: number; reference: string }
}
export type ChainKind = keyof ChainPayload

/** Asks for a chain record. `key` names the event, so asking twice records once. */
export async function enqueueChain<Kind extends ChainKind>(
  tx: Tx,
  key: string,
  kind: Kind,
  payload: ChainPayload[Kind],
): Promise<void> {
  await tx`select chain.enqueue(${key}, ${kind}, ${tx.json(payload)})`
}

/** Adds a background job. With `jobKey`, a job of that key which has not run yet is replaced. */
export async function enqueueJob(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: { jobKey?: string; runAt?: Date } = {},
): Promise<void> {
  await tx`select private.add_job(
    ${task}, ${tx.json(payload as never)}, ${options.jobKey ?? null}, ${options.runAt ?? null})`
}

export type MailTemplate =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'invite'
  | 'reauthentication'
  | 'deposit_credited'
  | 'purchase_ready'
  | 'mint_failed'
  | 'access_ended'
  | 'support_alert'

export type MailRequest = {
  to: string
  language: 'pt' | 'en'
  template: MailTemplate
  /** Values for the template's text; `link` becomes its button. */
  data: Record<string, string>
}

export async function enqueueMail(tx: Tx, mail: MailRequest): Promise<void> {
  await enqueueJob(tx, 'send-mail', mail)
}

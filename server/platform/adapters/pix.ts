/** The PIX provider, over the Banco Central's API Pix (version 2), with payouts as Efí has them. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { fromValor, PIX_SECONDS, type PixReceipt, type PixReport, toValor, txidOf } from '#domain/pix.ts'
import type { Env } from '../../env.ts'
import { createPixCaller, PixAnswer } from './pix-caller.ts'

type PixOrder = {
  paymentUid: string
  /** Centavos, fee included. */
  total: number
  /** What the payer's bank shows. */
  description: string
}

/** `key` is a normalised PIX key; `uid` identifies the payout, so that asking twice pays once. */
export type PayoutOrder = { uid: string; amount: number; key: string }
/** A payout refused before it was sent has no id in the PIX network. */
export type Payout =
  | { status: 'under_way' | 'done'; endToEndId: string }
  | { status: 'refused'; endToEndId: string | null }

export type PixProvider = {
  /** The "copia e cola" code. Asking again for the same payment returns the same charge. */
  charge: (order: PixOrder) => Promise<string>
  /** Cancels a charge unless it was paid; returns its state afterwards. Null when there never was one. */
  cancelCharge: (paymentUid: string) => Promise<PixReport | null>
  /** What has been received for a payment, in centavos; nothing where there was never a charge. */
  receivedFor: (paymentUid: string) => Promise<number>
  /** Checks a webhook's signature on its raw bytes and parses it. Throws when it is not the provider's. */
  readWebhook: (rawBody: string, signature: string) => PixReceipt[]
  payOut: (order: PayoutOrder) => Promise<Payout>
  /** What has been sent for a payout, in centavos; nothing where it was refused or never requested. */
  paidOut: (uid: string) => Promise<number>
  /** The state of a payout; null when the provider does not know it. */
  findPayout: (uid: string) => Promise<Payout | null>
}

const MOST_DESCRIPTION = 140

const receipt = v.object({
  endToEndId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}$/)),
  txid: v.optional(v.string()),
  valor: v.string(),
  horario: v.string(),
})
const webhook = v.object({ pix: v.array(v.record(v.string(), v.unknown())) })
const charge = v.object({
  status: v.string(),
  pixCopiaECola: v.string(),
  valor: v.object({ original: v.string() }),
  pix: v.optional(v.array(receipt), []),
})
const payout = v.object({ status: v.string(), endToEndId: v.string() })
/** The answer to the request itself uses another name for it. */
const newPayout = v.object({ status: v.string(), e2eId: v.string() })
const paidPayout = v.object({ ...payout.entries, valor: v.string() })

export function createPixProvider(env: Env): PixProvider {
  const call = createPixCaller(env)

  async function findCharge(paymentUid: string) {
    const answer = await call('GET', `/v2/cob/${txidOf(paymentUid)}`)
    return answer.status === 404 ? null : v.parse(charge, answer.require(200))
  }

  return {
    async charge({ paymentUid, total, description }) {
      const answer = await call('PUT', `/v2/cob/${txidOf(paymentUid)}`, {
        // Counted from when the provider receives it, and the same however late that is: `check-pix-payment` ends it
        // in time.
        calendario: { expiracao: PIX_SECONDS },
        valor: { original: toValor(total) },
        chave: env.PIX_KEY,
        solicitacaoPagador: description.slice(0, MOST_DESCRIPTION),
      })
      // Created before, by a call whose answer was lost.
      const made = answer.status === 409 ? await findCharge(paymentUid) : v.parse(charge, answer.require(201))
      if (made?.valor.original !== toValor(total))
        throw new PixAnswer(`another amount for payment ${paymentUid}`)
      return made.pixCopiaECola
    },
    async cancelCharge(paymentUid) {
      const answer = await call('PATCH', `/v2/cob/${txidOf(paymentUid)}`, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      })
      if (answer.status === 404) return null
      // It ended while we were asking: its state then is what counts.
      const now = answer.status === 200 ? v.parse(charge, answer.require(200)) : await findCharge(paymentUid)
      return now && { open: now.status === 'ATIVA', receipts: now.pix }
    },
    async receivedFor(paymentUid) {
      const made = await findCharge(paymentUid)
      return made?.pix.reduce((sum, { valor }) => sum + (fromValor(valor) ?? 0), 0) ?? 0
    },
    readWebhook(rawBody, signature) {
      const expected = createHmac('sha256', env.PIX_WEBHOOK_SECRET).update(rawBody).digest()
      const given = Buffer.from(signature, 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new PixAnswer('a webhook with a bad signature')
      }
      const { pix } = v.parse(webhook, JSON.parse(rawBody))
      // Events about our own payouts arrive too; a job asks for those.
      return v.parse(
        v.array(receipt),
        pix.filter(({ tipo }) => tipo !== 'SOLICITACAO'),
      )
    },
    ...payoutsBy(env, call),
  }
}

function payoutsBy(
  env: Env,
  call: ReturnType<typeof createPixCaller>,
): Pick<PixProvider, 'payOut' | 'paidOut' | 'findPayout'> {
  async function findPayout(uid: string): Promise<Payout | null> {
    const answer = await call('GET', `/v2/gn/pix/enviados/id-envio/${txidOf(uid)}`)
    return answer.status === 404 ? null : readPayout(answer.require(200))
  }

  return {
    async paidOut(uid) {
      const answer = await call('GET', `/v2/gn/pix/enviados/id-envio/${txidOf(uid)}`)
      if (answer.status === 404) return 0
      const body = answer.require(200)
      return readPayout(body).status === 'done' ? (fromValor(v.parse(paidPayout, body).valor) ?? 0) : 0
    },
    async payOut({ uid, amount, key }) {
      const answer = await call('PUT', `/v2/gn/pix/${txidOf(uid)}`, {
        valor: toValor(amount),
        pagador: { chave: env.PIX_KEY },
        favorecido: { chave: key },
      })
      if (answer.status === 201) {
        const { status, e2eId } = v.parse(newPayout, answer.told)
        return { status: payoutStatus(status), endToEndId: e2eId }
      }
      const isRefused = v.is(refusedPayout, answer.told)
      if (answer.status !== 409 && !isRefused) answer.require(201)
      // It may have been accepted before, by a call whose answer was lost: then that is what counts.
      const known = await findPayout(uid)
      if (known) return known
      if (isRefused) return { status: 'refused', endToEndId: null }
      throw new PixAnswer(`payout ${uid} is known and not to be found`)
    },
    findPayout,
  }
}

const PAYOUTS: Readonly<Record<string, Payout['status']>> = {
  EM_PROCESSAMENTO: 'under_way',
  REALIZADO: 'done',
  NAO_REALIZADO: 'refused',
}

/** Faults of the receiver's key or bank; anything else is ours, or temporary. */
const refusedPayout = v.object({ nome: v.picklist(['chave_favorecido_nao_encontrada', 'pagamento_negado']) })

function readPayout(body: unknown): Payout {
  const { status, endToEndId } = v.parse(payout, body)
  return { status: payoutStatus(status), endToEndId }
}

function payoutStatus(status: string): Payout['status'] {
  const known = PAYOUTS[status]
  if (!known) throw new PixAnswer(`a payout that is ${status}`)
  return known
}

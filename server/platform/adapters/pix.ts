/** The PIX provider: charges and webhooks over the Banco Central's API Pix (version 2), payouts, and lists of both. */
import * as v from 'valibot'
import { chargeCode } from '#domain/br-code.ts'
import { fromValor, PIX_SECONDS, type PixReceipt, type PixReport, toValor, txidOf } from '#domain/pix.ts'
import type { Env } from '../../env.ts'
import { isSameText } from '../same-text.ts'
import { createPixCaller, PixAnswer } from './pix-caller.ts'
import { createPixLists, type PixLists } from './pix-lists.ts'
import { createPayouts, type PixPayouts } from './pix-payouts.ts'
import { createPixReturns, type PixReturns } from './pix-returns.ts'
import { createPixWebhookAddress, type PixWebhookAddress } from './pix-webhook-address.ts'

type PixOrder = {
  paymentUid: string
  /** Centavos, fee included. */
  total: number
  /** What the payer's bank shows. */
  description: string
}

export type PixProvider = {
  /** The "copia e cola" code. Asking again for the same payment returns the same charge. */
  charge: (order: PixOrder) => Promise<string>
  /** Cancels a charge unless it was paid; returns its state afterwards. Null when there never was one. */
  cancelCharge: (paymentUid: string) => Promise<PixReport | null>
  /** What has been received for a payment, in centavos; nothing where there was never a charge. */
  receivedFor: (paymentUid: string) => Promise<number>
  /** Whether whoever calls a webhook knows the secret of the address that we registered. */
  knowsSecret: (given: string) => boolean
  /** What a webhook says was received; nothing in the provider's test of the address. Throws when it is no webhook. */
  readWebhook: (rawBody: string) => PixReceipt[]
} & PixPayouts &
  PixLists &
  PixReturns &
  PixWebhookAddress

const MOST_DESCRIPTION = 140

const receipt = v.object({
  endToEndId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}$/)),
  txid: v.optional(v.string()),
  valor: v.string(),
  horario: v.string(),
})
const webhook = v.union([
  v.object({ pix: v.array(v.record(v.string(), v.unknown())) }),
  // Efí tries an address before it registers it.
  v.pipe(
    v.object({ evento: v.literal('teste_webhook') }),
    v.transform(() => ({ pix: [] })),
  ),
])
const charge = v.object({
  status: v.string(),
  /** Optional in the API Pix; the code then follows from the charge's location. */
  pixCopiaECola: v.optional(v.string()),
  location: v.optional(v.string()),
  loc: v.optional(v.object({ location: v.optional(v.string()) })),
  valor: v.object({ original: v.string() }),
  pix: v.optional(v.array(receipt), []),
})
type Charge = v.InferOutput<typeof charge>

export function createPixProvider(env: Env, patience?: number): PixProvider {
  const call = createPixCaller(env, patience)
  const receiver = { name: env.PRODUCT_NAME, city: env.PIX_CITY }

  async function findCharge(paymentUid: string): Promise<Charge | null> {
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
      const code = made.pixCopiaECola ?? chargeCode(made.location ?? made.loc?.location, receiver)
      if (code === null) throw new PixAnswer(`neither code nor location for payment ${paymentUid}`)
      return code
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
    knowsSecret: (given) => isSameText(given, env.PIX_WEBHOOK_SECRET),
    readWebhook(rawBody) {
      const { pix } = v.parse(webhook, JSON.parse(rawBody))
      // Events about our own payouts arrive too; a job asks for those.
      return v.parse(
        v.array(receipt),
        pix.filter(({ tipo }) => tipo !== 'SOLICITACAO'),
      )
    },
    ...createPayouts(env, call),
    ...createPixLists(call),
    ...createPixReturns(call),
    ...createPixWebhookAddress(env, call),
  }
}

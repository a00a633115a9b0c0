/**
 * Payouts by PIX. They are no part of the API Pix: each provider has calls of its own. Whoever adds one writes another
 * `PixPayouts` and has it pass the tests of payouts in `pix.test.ts`, which say what is promised.
 */
import * as v from 'valibot'
import { fromValor, toValor, txidOf } from '#domain/pix.ts'
import type { Env } from '../../env.ts'
import { PixAnswer, type PixCall } from './pix-caller.ts'

/** `key` is a normalised PIX key, `amount` centavos; `uid` identifies the payout, so that asking twice pays once. */
export type PayoutOrder = { uid: string; amount: number; key: string }
export type Payout =
  | { status: 'under_way' | 'done'; endToEndId: string }
  /** One refused before it was sent has no id in the PIX network. */
  | { status: 'refused'; endToEndId: string | null }
  /** The provider uses a word that we do not know: a person has to look. */
  | { status: 'unclear'; endToEndId: string; said: string }

export type PixPayouts = {
  /** Throws when the provider did not answer, or could not take it now: then it may be called again. */
  payOut: (order: PayoutOrder) => Promise<Payout>
  /** What has been sent for a payout, in centavos; nothing where it was refused or never requested. */
  paidOut: (uid: string) => Promise<number>
  /** The state of a payout; null when the provider does not know it. */
  findPayout: (uid: string) => Promise<Payout | null>
}

/** Where each version of Efí's API takes a payout; all are read at the same address. */
const PATHS: Readonly<Record<Env['PIX_PAYOUTS'], string>> = {
  'efi-v2': '/v2/gn/pix',
  'efi-v3': '/v3/gn/pix',
}

const sent = v.object({ status: v.string(), endToEndId: v.string(), valor: v.string() })
/** The answer to the request itself uses another name for the id. */
const requested = v.object({ status: v.string(), e2eId: v.string() })
/** Faults of the receiver's key or bank; anything else is ours, or temporary. */
const refused = v.object({ nome: v.picklist(['chave_favorecido_nao_encontrada', 'pagamento_negado']) })

const STATES: Readonly<Record<string, 'under_way' | 'done' | 'refused'>> = {
  EM_PROCESSAMENTO: 'under_way',
  REALIZADO: 'done',
  NAO_REALIZADO: 'refused',
}

export function createPayouts(env: Env, call: PixCall): PixPayouts {
  async function read(uid: string): Promise<v.InferOutput<typeof sent> | null> {
    const answer = await call('GET', `/v2/gn/pix/enviados/id-envio/${txidOf(uid)}`)
    return answer.status === 404 ? null : v.parse(sent, answer.require(200))
  }

  async function findPayout(uid: string): Promise<Payout | null> {
    const known = await read(uid)
    return known && toPayout(known.status, known.endToEndId)
  }

  return {
    async paidOut(uid) {
      const known = await read(uid)
      return known && STATES[known.status] === 'done' ? (fromValor(known.valor) ?? 0) : 0
    },
    async payOut({ uid, amount, key }) {
      const answer = await call('PUT', `${PATHS[env.PIX_PAYOUTS]}/${txidOf(uid)}`, {
        valor: toValor(amount),
        pagador: { chave: env.PIX_KEY },
        favorecido: { chave: key },
      })
      if (answer.status === 201) {
        const { status, e2eId } = v.parse(requested, answer.told)
        return toPayout(status, e2eId)
      }
      const isRefused = v.is(refused, answer.told)
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

function toPayout(said: string, endToEndId: string): Payout {
  const status = STATES[said]
  return status ? { status, endToEndId } : { status: 'unclear', endToEndId, said }
}

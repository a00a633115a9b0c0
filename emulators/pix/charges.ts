/** Immediate charges (`cob`) of the API Pix: created under the receiver's own txid, read, and cancelled. */
import type { Context } from 'hono'
import { jsonBody } from '../control.ts'
import { brCode } from './br-code.ts'
import { problem } from './problem.ts'
import { type Charge, isExpired, type PixStore } from './store.ts'

const TXID = /^[a-zA-Z0-9]{26,35}$/
const VALOR = /^\d{1,10}\.\d{2}$/

export type Receiver = {
  /** The receiver's key in the central directory. */
  chave: string
  name: string
  city: string
  /** The address of the charges' pages, with scheme. */
  publicUrl: string
}

export function charges(store: PixStore, receiver: Receiver) {
  function view(charge: Charge) {
    const receipts = store.receipts(charge.txid)
    return {
      calendario: { criacao: new Date(charge.created_at).toISOString(), expiracao: charge.expires_in },
      txid: charge.txid,
      revisao: 0,
      location: locationOf(charge.txid),
      status: charge.status,
      valor: { original: charge.valor },
      chave: charge.chave,
      ...(charge.solicitacao !== null && { solicitacaoPagador: charge.solicitacao }),
      pixCopiaECola: codeOf(charge),
      ...(receipts.length > 0 && { pix: receipts }),
    }
  }

  function locationOf(txid: string): string {
    return `${receiver.publicUrl.replace(/^https?:\/\//, '')}/pagar/${txid}`
  }

  function codeOf(charge: Charge): string {
    const { name, city } = receiver
    return brCode({ location: locationOf(charge.txid), valor: charge.valor, name, city })
  }

  return {
    codeOf,

    /** PUT /v2/cob/{txid} */
    async create(c: Context): Promise<Response> {
      const txid = c.req.param('txid') ?? ''
      const body = (await jsonBody(c)) as {
        calendario?: { expiracao?: unknown }
        valor?: { original?: unknown }
        chave?: unknown
        solicitacaoPagador?: unknown
      }
      const expiracao = body.calendario?.expiracao ?? 86_400
      const valor = String(body.valor?.original ?? '')
      const solicitacao = body.solicitacaoPagador ?? null
      if (!TXID.test(txid)) return problem(c, 400, 'CobOperacaoInvalida', 'O txid não tem a forma exigida.')
      if (!Number.isInteger(expiracao) || Number(expiracao) < 1)
        return problem(c, 400, 'CobOperacaoInvalida', 'calendario.expiracao deve ser um número de segundos.')
      if (!VALOR.test(valor) || Number(valor) === 0)
        return problem(c, 400, 'CobOperacaoInvalida', 'valor.original deve ter a forma 0.00 e ser positivo.')
      if (body.chave !== receiver.chave)
        return problem(c, 400, 'CobOperacaoInvalida', 'A chave não é do usuário recebedor.')
      if (solicitacao !== null && (typeof solicitacao !== 'string' || solicitacao.length > 140))
        return problem(c, 400, 'CobOperacaoInvalida', 'solicitacaoPagador tem mais de 140 caracteres.')
      if (store.charge(txid))
        return problem(c, 409, 'CobOperacaoInvalida', 'O txid já foi usado por outra cobrança.')
      store.addCharge({
        txid,
        valor,
        chave: receiver.chave,
        solicitacao,
        created_at: Date.now(),
        expires_in: Number(expiracao),
      })
      return c.json(view(store.charge(txid) as Charge), 201)
    },

    /** GET /v2/cob/{txid} */
    read(c: Context): Response {
      const charge = store.charge(c.req.param('txid') ?? '')
      return charge
        ? c.json(view(charge))
        : problem(c, 404, 'CobNaoEncontrada', 'Não há cobrança com este txid.')
    },

    /** PATCH /v2/cob/{txid} {status: REMOVIDA_PELO_USUARIO_RECEBEDOR} */
    async revise(c: Context): Promise<Response> {
      const charge = store.charge(c.req.param('txid') ?? '')
      if (!charge) return problem(c, 404, 'CobNaoEncontrada', 'Não há cobrança com este txid.')
      const { status } = await jsonBody(c)
      if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || charge.status !== 'ATIVA')
        return problem(c, 400, 'CobOperacaoInvalida', `A cobrança está ${charge.status}.`)
      store.setStatus(charge.txid, status)
      return c.json(view({ ...charge, status }))
    },

    /** The payer's bank refuses charges that have ended. Null, or the reason. */
    pay(txid: string): string | null {
      const charge = store.charge(txid)
      if (!charge) return 'Não há cobrança com este código.'
      if (charge.status === 'CONCLUIDA') return 'Esta cobrança já foi paga.'
      if (charge.status !== 'ATIVA') return 'Esta cobrança foi cancelada por quem recebe.'
      if (isExpired(charge, Date.now())) return 'Esta cobrança venceu.'
      store.receive(txid, charge.valor, new Date())
      return null
    },
  }
}
export type Charges = ReturnType<typeof charges>

/**
 * Outgoing payments: `PUT /v2/gn/pix/{idEnvio}`, and their status. A payout is in progress for a second and then
 * done, unless its key asks for a refusal or the control interface has decided.
 */
import type { Context } from 'hono'
import { jsonBody } from '../control.ts'
import { problem } from './problem.ts'
import { newNetworkId, type PixStore } from './store.ts'

const UNDER_WAY_MS = 1000
/** Payouts to a key with this prefix are refused by the receiving bank. */
const REFUSED_KEYS = 'recusado'
/** No bank knows a key with this prefix: the payout is not even begun. */
const UNKNOWN_KEYS = 'desconhecido'
export const PAYOUT_STATUSES = ['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO'] as const

type Payout = {
  id: string
  end_to_end_id: string
  valor: string
  chave: string
  requested_at: number
  /** The control interface's decision, if there is one. */
  status: string | null
}

export function payouts(store: PixStore, chave: string) {
  const find = (id: string) =>
    store.db.prepare('select * from payouts where id = ?').get(id) as Payout | undefined

  function view(payout: Payout) {
    const over = Date.now() >= payout.requested_at + UNDER_WAY_MS
    const outcome = payout.chave.startsWith(REFUSED_KEYS) ? 'NAO_REALIZADO' : 'REALIZADO'
    return {
      idEnvio: payout.id,
      endToEndId: payout.end_to_end_id,
      valor: payout.valor,
      chave: payout.chave,
      horario: { solicitacao: new Date(payout.requested_at).toISOString() },
      status: payout.status ?? (over ? outcome : 'EM_PROCESSAMENTO'),
    }
  }

  return {
    /** PUT /v2/gn/pix/{idEnvio} {valor, pagador: {chave}, favorecido: {chave}} */
    async create(c: Context): Promise<Response> {
      const id = c.req.param('id') ?? ''
      const body = (await jsonBody(c)) as {
        valor?: unknown
        pagador?: { chave?: unknown }
        favorecido?: { chave?: unknown }
      }
      const to = body.favorecido?.chave
      if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) return problem(c, 400, 'PixOperacaoInvalida', 'idEnvio inválido.')
      if (!/^\d{1,10}\.\d{2}$/.test(String(body.valor)))
        return problem(c, 400, 'PixOperacaoInvalida', 'valor inválido.')
      if (body.pagador?.chave !== chave)
        return problem(c, 400, 'PixOperacaoInvalida', 'A chave do pagador não é desta conta.')
      if (typeof to !== 'string' || to === '')
        return problem(c, 400, 'PixOperacaoInvalida', 'Falta a chave do favorecido.')
      if (to.startsWith(UNKNOWN_KEYS)) {
        const mensagem = 'A chave do favorecido não foi encontrada.'
        return c.json({ nome: 'chave_favorecido_nao_encontrada', mensagem }, 404)
      }
      if (find(id)) return problem(c, 409, 'PixOperacaoInvalida', 'O idEnvio já foi usado.')
      const now = new Date()
      store.db
        .prepare('insert into payouts values (?, ?, ?, ?, ?, null)')
        .run(id, newNetworkId('E', now), String(body.valor), to, now.getTime())
      // The vendor uses this name here and nowhere else.
      const { endToEndId: e2eId, ...rest } = view(find(id) as Payout)
      return c.json({ ...rest, e2eId }, 201)
    },

    /** GET /v2/gn/pix/enviados/id-envio/{idEnvio} */
    read(c: Context): Response {
      const payout = find(c.req.param('id') ?? '')
      return payout ? c.json(view(payout)) : problem(c, 404, 'PixNaoEncontrado', 'Não há envio com este id.')
    },

    /** What was requested in a period, the oldest first. */
    between(inicio: Date, fim: Date): object[] {
      const rows = store.db
        .prepare('select * from payouts where requested_at between ? and ? order by requested_at, rowid')
        .all(inicio.getTime(), fim.getTime()) as unknown as Payout[]
      return rows.map(view)
    },

    /** The control interface's decision on a payout. False when there is none with that id. */
    decide(id: string, status: string): boolean {
      return store.db.prepare('update payouts set status = ? where id = ?').run(status, id).changes === 1
    },
  }
}

/** What was received by PIX, one by one, and what the receiver gives back of it in the bank's own panel. */
import type { Context } from 'hono'
import { problem } from './problem.ts'
import type { PixStore, Receipt } from './store.ts'

const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/
const VALOR = /^\d{1,10}\.\d{2}$/

export function returns(store: PixStore) {
  return {
    /** GET /v2/pix/{e2eid} */
    read(c: Context): Response {
      const id = c.req.param('e2eid') ?? ''
      if (!END_TO_END_ID.test(id))
        return problem(c, 400, 'PixConsultaInvalida', 'O endToEndId não tem a forma exigida.')
      const receipt = store.received(id)
      return receipt
        ? c.json(receipt)
        : problem(c, 404, 'PixNaoEncontrado', 'Não há Pix recebido com este endToEndId.')
    },

    /** Null, or why it is refused. */
    give(endToEndId: string, valor: string): string | null {
      const receipt = store.received(endToEndId)
      if (!receipt) return 'Não há Pix recebido com este identificador.'
      if (!VALOR.test(valor) || Number(valor) === 0) return 'O valor deve ter a forma 0.00 e ser positivo.'
      if (centavos(valor) > leftOf(receipt)) return 'A devolução excederia o valor do Pix.'
      store.giveBack(endToEndId, valor, new Date())
      return null
    },
  }
}
export type Returns = ReturnType<typeof returns>

/** What can still be given back of it, in centavos. */
export function leftOf({ valor, devolucoes = [] }: Receipt): number {
  return devolucoes.reduce((left, each) => left - centavos(each.valor), centavos(valor))
}

const centavos = (valor: string) => Math.round(Number(valor) * 100)

/** What was given back of a PIX payment that we received, by whoever did it at the provider. */
import * as v from 'valibot'
import { fromValor } from '#domain/pix.ts'
import type { PixCall } from './pix-caller.ts'

/** By the names that the provider and the Banco Central give it; 0 centavos where it was not carried out, or not yet. */
export type PixReturn = { names: string[]; amount: number }

export type PixReturns = {
  /** Nothing where the provider does not know the payment. */
  returnsOf: (endToEndId: string) => Promise<PixReturn[]>
}

const received = v.object({
  devolucoes: v.optional(
    v.array(
      v.object({ id: v.string(), rtrId: v.optional(v.string()), valor: v.string(), status: v.string() }),
    ),
    [],
  ),
})

export function createPixReturns(call: PixCall): PixReturns {
  return {
    async returnsOf(endToEndId) {
      const answer = await call('GET', `/v2/pix/${encodeURIComponent(endToEndId)}`)
      if (answer.status === 404) return []
      return v.parse(received, answer.require(200)).devolucoes.map(({ id, rtrId = id, valor, status }) => ({
        names: [id, rtrId],
        amount: status === 'DEVOLVIDO' ? (fromValor(valor) ?? 0) : 0,
      }))
    },
  }
}

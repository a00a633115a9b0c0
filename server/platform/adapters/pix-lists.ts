/** What the PIX provider lists of a period: for whoever compares it with our books, which may have forgotten something. */
import * as v from 'valibot'
import { fromValor, paymentUidOf } from '#domain/pix.ts'
import type { PixCall } from './pix-caller.ts'

/** An hour's or a day's worth; both ends included. */
type PixPeriod = { since: Date; until: Date }
/** `payment` is null where the charge is not one of ours, or there was none. Centavos. */
type ListedReceipt = { endToEndId: string; payment: string | null; amount: number }
/** Centavos that left, or are about to. */
type ListedPayout = { uid: string; endToEndId: string; amount: number }

export type PixLists = {
  /** Everything that was received, for whatever charge or none. */
  receivedBetween: (period: PixPeriod) => Promise<ListedReceipt[]>
  /** What was requested under our names and not refused. */
  paidOutBetween: (period: PixPeriod) => Promise<ListedPayout[]>
}

/** Both lists are paged alike. */
const PAGE = 100
const paging = v.object({ paginacao: v.object({ quantidadeDePaginas: v.number() }) })
const received = v.object({ endToEndId: v.string(), txid: v.optional(v.string(), ''), valor: v.string() })
const sent = v.object({
  endToEndId: v.string(),
  idEnvio: v.optional(v.string(), ''),
  valor: v.string(),
  status: v.string(),
})
const REFUSED = 'NAO_REALIZADO'

export function createPixLists(call: PixCall): PixLists {
  async function listed<Row>(path: string, row: v.GenericSchema<unknown, Row>, period: PixPeriod) {
    const page = v.object({ parametros: paging, pix: v.array(row) })
    const rows: Row[] = []
    for (let number = 0, count = 1; number < count; number++) {
      const query = new URLSearchParams({
        inicio: period.since.toISOString(),
        fim: period.until.toISOString(),
        'paginacao.paginaAtual': String(number),
        'paginacao.itensPorPagina': String(PAGE),
      })
      const answer = await call('GET', `${path}?${query}`)
      const { parametros, pix } = v.parse(page, answer.require(200))
      rows.push(...pix)
      count = parametros.paginacao.quantidadeDePaginas
    }
    return rows
  }

  return {
    async receivedBetween(period) {
      return (await listed('/v2/pix', received, period)).map(({ endToEndId, txid, valor }) => ({
        endToEndId,
        payment: paymentUidOf(txid),
        amount: fromValor(valor) ?? 0,
      }))
    },
    async paidOutBetween(period) {
      return (await listed('/v2/gn/pix/enviados', sent, period)).flatMap(
        ({ endToEndId, idEnvio, valor, status }) => {
          const uid = paymentUidOf(idEnvio)
          return uid && status !== REFUSED ? [{ uid, endToEndId, amount: fromValor(valor) ?? 0 }] : []
        },
      )
    },
  }
}

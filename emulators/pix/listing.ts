/** Lists of a period, in pages: the same for what was received and what was sent. */
import type { Context } from 'hono'
import { problem } from './problem.ts'

const MOST_ROWS = 1000

/** Answers with a page of what `read` finds between two instants. */
export function listing(read: (inicio: Date, fim: Date) => object[]) {
  return (c: Context): Response => {
    const asked = (name: string) => new Date(c.req.query(name) ?? '')
    const [inicio, fim] = [asked('inicio'), asked('fim')]
    if (Number.isNaN(inicio.getTime()) || !(fim >= inicio))
      return problem(
        c,
        400,
        'PixConsultaInvalida',
        'inicio e fim são obrigatórios, e fim não precede inicio.',
      )
    const paginaAtual = Number(c.req.query('paginacao.paginaAtual') ?? 0)
    const itensPorPagina = Number(c.req.query('paginacao.itensPorPagina') ?? 100)
    if (!Number.isInteger(paginaAtual) || !(itensPorPagina >= 1 && itensPorPagina <= MOST_ROWS))
      return problem(c, 400, 'PixConsultaInvalida', 'paginacao inválida.')
    const all = read(inicio, fim)
    const from = paginaAtual * itensPorPagina
    const paginacao = {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.max(Math.ceil(all.length / itensPorPagina), 1),
      quantidadeTotalDeItens: all.length,
    }
    const parametros = { inicio: inicio.toISOString(), fim: fim.toISOString(), paginacao }
    return c.json({ parametros, pix: all.slice(from, from + itensPorPagina) })
  }
}

/**
 * The national system of service invoices, in the way of SEFIN Nacional: takes declarations and requests to cancel as its
 * description and annexes (version 1.01) have them, and refuses what they refuse. It asks for no client certificate.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { Control, jsonBody } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { answerWithFault, NETWORK_OUTCOMES } from '../faults.ts'
import { page } from '../page.ts'
import { type Fault, faultOfDeclaration, faultOfRequest } from './rules.ts'
import { INVOICES_SCHEMA, type Invoice, Invoices } from './store.ts'
import { type Node, parseXml, XmlFault } from './xml.ts'

/** An outcome beside the network's: the next request is refused for `code`. */
const REFUSAL = 'refuse'
type Field = 'dpsXmlGZipB64' | 'pedidoRegistroEventoXmlGZipB64'

export function createInvoices({ dataDir }: { dataDir: string }): Emulator {
  const db = openDatabase(dataDir, 'invoices', INVOICES_SCHEMA)
  const control = new Control(db, [...NETWORK_OUTCOMES, REFUSAL])
  const invoices = new Invoices(db)

  function issue(document: Node, source: string): Response {
    const fault = faultOfDeclaration(document)
    if (fault) return refused(fault)
    const key = invoices.issue(document, source)
    if (key === undefined) return refused(['E0014', 'Id'])
    const found = invoices.find('key', key)
    const nfseXmlGZipB64 = gzipSync(`<NFSe>${source}</NFSe>`).toString('base64')
    return answer(201, { idDps: found?.declaration, chaveAcesso: key, nfseXmlGZipB64, alertas: null })
  }

  function cancel(document: Node, _source: string, key: string): Response {
    const fault = faultOfRequest(document, key)
    if (fault) return refusedOne(fault)
    const found = invoices.find('key', key)
    if (!found) return refusedOne(['E1831', 'chNFSe'])
    if (found.cancelled_at) return refusedOne(['E0840', 'e101101'])
    invoices.cancel(key)
    return answer(201, { eventoXmlGZipB64: gzipSync('<evento/>').toString('base64') })
  }

  /** Applies what is scripted, and leaves a line in the log. */
  const scripted =
    (handler: (c: Context) => Response | Promise<Response>, refuse = refusedOne) =>
    async (c: Context): Promise<Response> => {
      const next = control.takeNext()
      const response =
        next?.outcome === REFUSAL
          ? refuse([String(next.code ?? 'E0160'), 'scripted'])
          : await answerWithFault(c, next, () => handler(c))
      control.record({ method: c.req.method, path: c.req.path, status: response.status, detail: null })
      return response
    }

  const app = new Hono()
  app.post('/nfse', scripted(unpack('dpsXmlGZipB64', refused, issue), refused))
  app.post('/nfse/:key/eventos', scripted(unpack('pedidoRegistroEventoXmlGZipB64', refusedOne, cancel)))
  app.get(
    '/nfse/:key/eventos/101101/1',
    scripted((c) =>
      invoices.find('key', c.req.param('key') ?? '')?.cancelled_at
        ? answer(200, { eventoXmlGZipB64: gzipSync('<evento/>').toString('base64') })
        : refusedOne(['E1831', 'evento'], 404),
    ),
  )
  app.get(
    '/dps/:id',
    scripted((c) => {
      const id = c.req.param('id') ?? ''
      if (!/^DPS\d{42}$/.test(id)) return refusedOne(['E0004', 'id'])
      const found = invoices.find('declaration', id)
      return found ? answer(200, { idDps: id, chaveAcesso: found.key }) : refusedOne(['E0005', 'id'], 404)
    }),
  )
  app.get('/consulta', (c) => {
    const found = invoices.find('key', c.req.query('chave') ?? '')
    return found ? c.html(lookUp(found)) : c.text('Nenhuma NFS-e com essa chave.', 404)
  })
  const door = control.routes(() => invoices.clear())
  door.get('/invoices', (c) => c.json(invoices.list()))
  app.route('/_control', door)
  return { app, close: async () => db.close() }
}

type Refuse = (fault: NonNullable<Fault>) => Response

/** Unpacks what was sent; the annex has codes for what is wrong with how it was packed. */
function unpack(
  field: Field,
  refuse: Refuse,
  take: (document: Node, source: string, key: string) => Response,
) {
  return async (c: Context): Promise<Response> => {
    const packed = (await jsonBody(c))[field]
    if (typeof packed !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return refuse(['E1225', field])
    try {
      const source = gunzipSync(Buffer.from(packed, 'base64')).toString()
      return take(parseXml(source), source, c.req.param('key') ?? '')
    } catch (fault) {
      return refuse([fault instanceof XmlFault ? fault.message : 'E1226', field])
    }
  }
}

function answer(status: number, more: object): Response {
  const head = {
    tipoAmbiente: 2,
    versaoAplicativo: 'emulator',
    dataHoraProcessamento: new Date().toISOString(),
  }
  return Response.json({ ...head, ...more }, { status })
}

const message = ([codigo, complemento]: NonNullable<Fault>) => ({
  codigo,
  descricao: `Rejeição ${codigo}`,
  complemento,
})
/** Of a declaration: a list. */
const refused: Refuse = (fault) => answer(400, { erros: [message(fault)] })
/** Of anything else: one. */
const refusedOne = (fault: NonNullable<Fault>, status = 400) => answer(status, { erro: message(fault) })

const lookUp = ({ number, key, amount, cancelled_at }: Invoice) =>
  page(
    'Consulta pública da NFS-e',
    html`<h1>NFS-e ${number}</h1>
      <p>R$ ${amount} · ${cancelled_at ? 'Cancelada' : 'Válida'}</p>
      <p>${key}</p>`,
  )

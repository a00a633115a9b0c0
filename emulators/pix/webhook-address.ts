/** Where messages about the receiver's money go: `PUT`, `GET` and `DELETE /v2/webhook/{chave}` of the API Pix. */
import type { Context } from 'hono'
import { jsonBody } from '../control.ts'
import { postWebhook } from '../post-webhook.ts'
import { problem } from './problem.ts'
import type { PixStore } from './store.ts'

const SETTING = 'webhook'
/** What Efí sends to an address before it registers it. */
const TEST = JSON.stringify({ evento: 'teste_webhook' })

/** The Banco Central demands `cnpj`; Efí answers with `chave`. */
type Registered = { webhookUrl: string; chave: string; cnpj: string; criacao: string }

const CNPJ = '12345678000195'

export function webhookAddress(store: PixStore, facts: { chave: string; initial: string }) {
  const read = store.db.prepare(`select value from settings where name = '${SETTING}'`)
  const write = store.db.prepare(`insert or replace into settings (name, value) values ('${SETTING}', ?)`)

  const addressed = (webhookUrl: string) => ({ webhookUrl, chave: facts.chave, cnpj: CNPJ })

  function registered(): Registered | null {
    const row = read.get()
    if (row) return JSON.parse(String(row.value))
    return { ...addressed(facts.initial), criacao: new Date(0).toISOString() }
  }

  const isOther = (c: Context) => c.req.param('chave') !== facts.chave
  const notFound = (c: Context) => problem(c, 404, 'WebhookNaoEncontrado', 'Não há webhook para esta chave.')

  return {
    current: () => registered()?.webhookUrl ?? null,

    read(c: Context): Response {
      const known = registered()
      return known && !isOther(c) ? c.json(known) : notFound(c)
    },

    /** The address has to answer before it is registered. */
    async register(c: Context): Promise<Response> {
      const { webhookUrl } = await jsonBody(c)
      if (isOther(c)) return problem(c, 403, 'AcessoNegado', 'A chave não é do usuário recebedor.')
      if (typeof webhookUrl !== 'string' || !URL.canParse(webhookUrl))
        return problem(c, 400, 'WebhookOperacaoInvalida', 'webhookUrl não é um endereço.')
      const headers = { 'content-type': 'application/json' }
      const { ok } = await postWebhook(webhookUrl, TEST, headers, AbortSignal.timeout(5000))
      if (!ok) return problem(c, 400, 'WebhookOperacaoInvalida', 'O endereço não respondeu com 200.')
      write.run(JSON.stringify({ ...addressed(webhookUrl), criacao: new Date().toISOString() }))
      return c.json({ webhookUrl })
    },

    remove(c: Context): Response {
      if (isOther(c) || !registered()) return notFound(c)
      write.run('null')
      return c.body(null, 204)
    },
  }
}

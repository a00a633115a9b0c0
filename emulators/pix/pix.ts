/**
 * The PIX provider: the Banco Central's API Pix (charges, webhooks), payouts and the payer's bank, under one path.
 */
import { Hono } from 'hono'
import { Control, jsonBody } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { NETWORK_OUTCOMES, scriptable } from '../faults.ts'
import { charges } from './charges.ts'
import { listing } from './listing.ts'
import { oauth } from './oauth.ts'
import { pixPages } from './pages.ts'
import { PAYOUT_STATUSES, payouts } from './payouts.ts'
import { returns } from './returns.ts'
import { PIX_SCHEMA, PixStore } from './store.ts'
import { webhookAddress } from './webhook-address.ts'
import { WebhookSender } from './webhooks.ts'

export type PixOptions = {
  dataDir: string
  /** The address of `/pix` as browsers and servers see it. */
  publicUrl: string
  client: { id: string; secret: string }
  /** The receiver's key. */
  chave: string
  /** The address for webhooks that was registered before the first start. */
  webhook: string
}

export function createPix(options: PixOptions): Emulator {
  const db = openDatabase(options.dataDir, 'pix', PIX_SCHEMA)
  const store = new PixStore(db)
  const control = new Control(db, NETWORK_OUTCOMES)
  const { chave, publicUrl } = options
  const address = webhookAddress(store, { chave, initial: options.webhook })
  const webhooks = new WebhookSender(store, address.current)
  const cob = charges(store, { chave, publicUrl, name: 'Tune Musica', city: 'Sao Paulo' })
  const out = payouts(store, chave)
  const back = returns(store)
  const { grant, guard } = oauth(store, options.client)

  const app = new Hono()
  const answer = scriptable(control)
  app.post('/oauth/token', grant)
  app.use('/v2/*', guard)
  app.use('/v3/*', guard)
  app.put('/v2/cob/:txid', answer(cob.create))
  app.get('/v2/cob/:txid', answer(cob.read))
  app.patch('/v2/cob/:txid', answer(cob.revise))
  app.put('/v2/webhook/:chave', answer(address.register))
  app.get('/v2/webhook/:chave', answer(address.read))
  app.delete('/v2/webhook/:chave', answer(address.remove))
  app.on('PUT', ['/v2/gn/pix/:id', '/v3/gn/pix/:id'], answer(out.create))
  app.get('/v2/gn/pix/enviados/id-envio/:id', answer(out.read))
  app.get('/v2/gn/pix/enviados', answer(listing(out.between)))
  app.get(
    '/v2/pix',
    answer(listing((inicio, fim) => store.receivedBetween(inicio.toISOString(), fim.toISOString()))),
  )
  app.get('/v2/pix/:e2eid', answer(back.read))
  const afterPay = () => webhooks.wake()
  app.route('/', pixPages(store, { charges: cob, returns: back, publicUrl, afterPay }))

  const side = control.routes(
    () => store.clear(),
    () => ({ webhooks: webhooks.mode(), deliveries: webhooks.log() }),
  )
  side.post('/pay', async (c) => {
    const { txid, valor, horario } = await jsonBody(c)
    const charge = txid === undefined ? null : store.charge(String(txid))
    if (charge === undefined) return c.json({ error: `No charge ${String(txid)}` }, 404)
    const paid = valor ?? charge?.valor
    if (paid === undefined) return c.json({ error: 'valor is due where there is no txid' }, 400)
    const at = horario === undefined ? new Date() : new Date(String(horario))
    if (Number.isNaN(at.getTime())) return c.json({ error: 'horario must be an instant' }, 400)
    const receipt = store.receive(charge?.txid ?? null, String(paid), at)
    webhooks.wake()
    return c.json(receipt)
  })
  side.post('/webhooks', async (c) => {
    const change = await jsonBody(c)
    const wrong = Object.entries(change).find(
      ([name, on]) => !['paused', 'duplicate'].includes(name) || typeof on !== 'boolean',
    )
    if (wrong) return c.json({ error: 'expected booleans paused, duplicate' }, 400)
    return c.json(webhooks.setMode(change))
  })
  side.post('/payouts/:id', async (c) => {
    const { status } = await jsonBody(c)
    if (!(PAYOUT_STATUSES as readonly unknown[]).includes(status))
      return c.json({ error: `status must be one of: ${PAYOUT_STATUSES.join(', ')}` }, 400)
    return out.decide(c.req.param('id'), String(status))
      ? c.json({ ok: true })
      : c.json({ error: 'No such payout' }, 404)
  })
  app.route('/_control', side)

  return {
    app,
    async close() {
      await webhooks.close()
      db.close()
    },
  }
}

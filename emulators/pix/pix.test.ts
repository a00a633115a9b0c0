import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort, type RunningEmulator, startEmulator } from '../testing.ts'
import { readBrCode } from './br-code.ts'
import { createPix } from './pix.ts'

const CHAVE = 'pix@example.com'
const TXID = '0f'.repeat(16)

let provider: RunningEmulator
let receiver: Server
/** What the receiver was told, and how it answers. */
let heard: { body: string; address: string }[] = []
let answers: number[] = []
let bearer = ''

beforeAll(async () => {
  const port = await freePort()
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({ body: Buffer.concat(parts).toString(), address: String(request.url) })
      response.writeHead(answers.shift() ?? 200).end()
    })
  }).listen(port, '127.0.0.1')
  provider = await startEmulator('/pix', ({ dataDir, publicUrl }) =>
    createPix({
      dataDir,
      publicUrl,
      client: { id: 'tune', secret: 'secret' },
      chave: CHAVE,
      webhook: `http://127.0.0.1:${port}/hooks?hmac=known&ignorar=`,
    }),
  )
})
beforeEach(async () => {
  heard = []
  answers = []
  await send('POST', '/_control/reset', {})
  await signIn()
})
afterAll(async () => {
  await provider.remove()
  receiver.close().closeAllConnections()
})

const grant = (secret: string) =>
  fetch(`${provider.origin}/pix/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`tune:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })

async function signIn(): Promise<void> {
  bearer = ((await (await grant('secret')).json()) as Told).access_token
}

/** The parts of its answers that the tests look at. */
type Told = { access_token: string; status: string; pixCopiaECola: string; pix: unknown[] }

async function send(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${provider.origin}/pix${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Told }
}

const charge = (change: Record<string, unknown> = {}, txid = TXID) =>
  send('PUT', `/v2/cob/${txid}`, {
    calendario: { expiracao: 600 },
    valor: { original: '21.19' },
    chave: CHAVE,
    ...change,
  })
const payAsPerson = async () =>
  (await fetch(`${provider.origin}/pix/pagar/${TXID}`, { method: 'POST' })).text()

it('makes a charge under the receiver’s own name, once, with a code that a bank can read', async () => {
  const made = await charge()
  expect(made).toMatchObject({
    status: 201,
    body: { txid: TXID, status: 'ATIVA', valor: { original: '21.19' }, calendario: { expiracao: 600 } },
  })
  expect(readBrCode(made.body.pixCopiaECola).get('54')).toBe('21.19')
  expect((await charge()).status).toBe(409)
  expect(await send('GET', `/v2/cob/${TXID}`)).toEqual({ status: 200, body: made.body })
})

it.each([
  ['another key', { chave: 'somebody@example.com' }, TXID],
  ['no amount', { valor: {} }, TXID],
  ['an amount of nothing', { valor: { original: '0.00' } }, TXID],
  ['half a second', { calendario: { expiracao: 0.5 } }, TXID],
  ['a name that is too short', {}, 'short'],
])('refuses a charge with %s', async (_name, change, txid) => {
  expect(await charge(change, txid)).toMatchObject({ status: 400, body: { title: 'CobOperacaoInvalida' } })
})

it('lets nobody in without the right credentials', async () => {
  expect((await grant('guess')).status).toBe(401)
  bearer = 'guess'
  expect((await charge()).status).toBe(401)
})

it('is paid by the button on its page, once, and says so until it is heard', async () => {
  await charge()
  answers = [500]
  expect(await payAsPerson()).toContain('Paga')
  expect(await payAsPerson()).toContain('já foi paga')
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2)
  const [first, second] = heard
  expect(second).toEqual(first)
  expect(first?.address).toBe('/hooks?hmac=known&ignorar=/pix')
  const { pix } = JSON.parse(first?.body ?? '')
  expect(pix).toEqual([
    {
      endToEndId: expect.stringMatching(/^E\d{20}[0-9a-f]{11}$/),
      txid: TXID,
      valor: '21.19',
      horario: expect.any(String),
    },
  ])
  expect((await send('GET', `/v2/cob/${TXID}`)).body).toMatchObject({ status: 'CONCLUIDA', pix })
})

it('a charge that was taken back or has ended cannot be paid; a paid one cannot be taken back', async () => {
  const remove = () => send('PATCH', `/v2/cob/${TXID}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect((await remove()).status).toBe(404)
  await charge()
  expect((await remove()).body.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect(await payAsPerson()).toContain('cancelada')
  await send('POST', '/_control/reset', {})
  await signIn()
  await charge({ calendario: { expiracao: 1 } })
  const page = async () => (await fetch(`${provider.origin}/pix/pagar/${TXID}`)).text()
  await expect.poll(page, { timeout: 10_000 }).toContain('Vencida')
  expect(await payAsPerson()).toContain('venceu')
  await send('POST', '/_control/pay', { txid: TXID })
  expect((await remove()).status).toBe(400)
})

it('pays what no bank would: late, twice and in another amount; and holds messages back', async () => {
  await charge()
  await send('POST', '/_control/webhooks', { paused: true })
  await send('POST', '/_control/pay', { txid: TXID, valor: '1.00', horario: '2031-01-01T00:00:00Z' })
  await send('POST', '/_control/pay', { txid: TXID })
  expect((await send('GET', `/v2/cob/${TXID}`)).body.pix).toMatchObject([
    { valor: '1.00', horario: '2031-01-01T00:00:00.000Z' },
    { valor: '21.19' },
  ])
  expect(heard).toEqual([])
  await send('POST', '/_control/webhooks', { paused: false, duplicate: true })
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(4)
})

it('sends money out once for each name', async () => {
  const out = { valor: '5.00', pagador: { chave: CHAVE }, favorecido: { chave: 'ana@example.com' } }
  expect(await send('PUT', '/v2/gn/pix/w1', out)).toMatchObject({
    status: 201,
    body: { status: 'EM_PROCESSAMENTO', e2eId: expect.any(String) },
  })
  const toNobody = { ...out, favorecido: { chave: 'desconhecido@example.com' } }
  expect(await send('PUT', '/v2/gn/pix/w3', toNobody)).toMatchObject({
    status: 404,
    body: { nome: 'chave_favorecido_nao_encontrada' },
  })
  expect((await send('PUT', '/v2/gn/pix/w1', out)).status).toBe(409)
  const status = async () => (await send('GET', '/v2/gn/pix/enviados/id-envio/w1')).body.status
  await expect.poll(status, { timeout: 10_000 }).toBe('REALIZADO')
  await send('POST', '/_control/payouts/w1', { status: 'NAO_REALIZADO' })
  expect(await status()).toBe('NAO_REALIZADO')
  expect((await send('PUT', '/v2/gn/pix/w2', { ...out, pagador: { chave: 'x' } })).status).toBe(400)
})

it('gives tokens for a form or for JSON, and for one kind of grant alone', async () => {
  const ask = async (type: string, body: string) =>
    (
      await fetch(`${provider.origin}/pix/oauth/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from('tune:secret').toString('base64')}`,
          'content-type': type,
        },
        body,
      })
    ).status
  expect(await ask('application/x-www-form-urlencoded', 'grant_type=client_credentials')).toBe(200)
  expect(await ask('application/json', '{"grant_type":"client_credentials"}')).toBe(200)
  expect(await ask('application/x-www-form-urlencoded', 'grant_type=password')).toBe(400)
  expect(await ask('text/plain', 'grant_type=client_credentials')).toBe(400)
})

it('registers an address that answers, tells it, and forgets it', async () => {
  const path = `/v2/webhook/${encodeURIComponent(CHAVE)}`
  const { body: before } = await send('GET', path)
  const { webhookUrl } = before as unknown as { webhookUrl: string }
  answers = [500]
  expect((await send('PUT', path, { webhookUrl: `${webhookUrl}2` })).status).toBe(400)
  expect((await send('GET', path)).body).toMatchObject({ webhookUrl })
  heard = []
  expect((await send('PUT', path, { webhookUrl: `${webhookUrl}2` })).status).toBe(200)
  expect(heard).toEqual([{ body: '{"evento":"teste_webhook"}', address: '/hooks?hmac=known&ignorar=2' }])
  expect((await send('GET', path)).body).toMatchObject({ webhookUrl: `${webhookUrl}2`, chave: CHAVE })
  expect((await send('PUT', '/v2/webhook/another', { webhookUrl })).status).toBe(403)
  expect((await send('PUT', path, { webhookUrl: 'nowhere' })).status).toBe(400)
})

it('takes payouts in both versions', async () => {
  const out = { valor: '5.00', pagador: { chave: CHAVE }, favorecido: { chave: 'ana@example.com' } }
  expect((await send('PUT', '/v3/gn/pix/v1', out)).status).toBe(201)
  expect((await send('PUT', '/v2/gn/pix/v1', out)).status).toBe(409)
})

it('tells of one that was received, and of what its receiver gave back in the bank’s panel', async () => {
  const { body: paid } = await send('POST', '/_control/pay', { valor: '7.77' })
  const { endToEndId } = paid as unknown as { endToEndId: string }
  const received = { endToEndId, valor: '7.77', horario: expect.any(String) }
  expect(await send('GET', `/v2/pix/${endToEndId}`)).toEqual({ status: 200, body: received })
  const give = async (valor: string) => {
    const body = new URLSearchParams({ valor })
    return (await fetch(`${provider.origin}/pix/recebido/${endToEndId}`, { method: 'POST', body })).text()
  }
  expect(await give('7,77')).toContain('forma 0.00')
  expect(await give('7.78')).toContain('excederia')
  const panel = await give('7.00')
  const { body } = await send('GET', `/v2/pix/${endToEndId}`)
  const made = { status: 'DEVOLVIDO', rtrId: expect.stringMatching(/^D\d{20}[0-9a-f]{11}$/) }
  expect(body).toMatchObject({ ...received, devolucoes: [{ valor: '7.00', ...made }] })
  const { devolucoes } = body as unknown as { devolucoes: { rtrId: string }[] }
  expect(panel).toContain(devolucoes[0]?.rtrId)
  expect(await give('0.78')).toContain('excederia')
  expect(await give('0.77')).toContain('Devolvido')
})

it('refuses to tell of one that it never received, and of what is no such id', async () => {
  expect(await send('GET', `/v2/pix/E${'0'.repeat(31)}`)).toMatchObject({
    status: 404,
    body: { title: 'PixNaoEncontrado' },
  })
  expect(await send('GET', '/v2/pix/E1')).toMatchObject({
    status: 400,
    body: { title: 'PixConsultaInvalida' },
  })
  expect((await send('POST', '/_control/pay', {})).status).toBe(400)
})

/** Every answer about a charge that the Banco Central gives as an example is understood. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromValor } from '#domain/pix.ts'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { createPixProvider, type PixProvider } from './pix.ts'

type Example = {
  location?: string
  loc: { location: string }
  valor: { original: string }
  pix?: { valor: string }[]
}
const FILE = join(import.meta.dirname, '../../../conformance/vendors/pix-examples.json')
const { examples } = JSON.parse(readFileSync(FILE, 'utf8')) as { examples: Record<string, Example> }

let bank: Server
let pix: PixProvider
let answer: object

beforeAll(async () => {
  bank = createServer((request, response) => {
    const isToken = request.url === '/oauth/token'
    response.writeHead(request.method === 'PUT' ? 201 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isToken ? { access_token: 't', expires_in: 3600 } : answer))
  })
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  const PIX_URL = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`
  pix = createPixProvider(readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://x/y', PIX_URL }))
})
afterAll(() => bank.close().closeAllConnections())

test.each(Object.entries(examples))('%s gives its code, and what was received', async (_name, example) => {
  answer = example
  const total = fromValor(example.valor.original) ?? 0
  const order = { paymentUid: crypto.randomUUID(), total, description: 'Tune' }
  expect(await pix.charge(order)).toContain(example.location ?? example.loc.location)
  const received = (example.pix ?? []).reduce((sum, { valor }) => sum + (fromValor(valor) ?? 0), 0)
  expect(await pix.receivedFor(order.paymentUid)).toBe(received)
})

test('a received payment tells of its returns, by either name, and of what was not carried out, or not yet, as nothing', async () => {
  answer = {
    endToEndId: 'E12345678202009091221abcdef12345',
    valor: '110.00',
    devolucoes: [
      { id: 'dev1', rtrId: 'D12345678202009091221abcdef12345', valor: '7.89', status: 'DEVOLVIDO' },
      { id: 'dev2', valor: '1.00', status: 'NAO_REALIZADO' },
      { id: 'dev3', valor: '2.00', status: 'EM_PROCESSAMENTO' },
    ],
  }
  expect(await pix.returnsOf('E12345678202009091221abcdef12345')).toEqual([
    { names: ['dev1', 'D12345678202009091221abcdef12345'], amount: 789 },
    { names: ['dev2', 'dev2'], amount: 0 },
    { names: ['dev3', 'dev3'], amount: 0 },
  ])
})

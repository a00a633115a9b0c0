import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { type PixNetwork, startPixNetwork } from '../../testing/pix-provider.ts'
import { createPixProvider, type PixProvider } from './pix.ts'

let network: PixNetwork
let pix: PixProvider
beforeAll(async () => {
  network = await startPixNetwork()
  pix = createPixProvider(readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://x/y', PIX_URL: network.url }))
})
afterAll(() => network.close())

test('a payout sent twice is one payout, and its outcome can be asked for', async () => {
  const order = { uid: randomUUID(), amount: 12_345, key: 'ana@example.com' }
  const first = await pix.payOut(order)
  expect(first.status).toBe('under_way')
  expect(await pix.payOut(order)).toMatchObject({ endToEndId: first.endToEndId })
  await network.control(`/payouts/${order.uid.replaceAll('-', '')}`, { status: 'REALIZADO' })
  expect(await pix.findPayout(order.uid)).toEqual({ status: 'done', endToEndId: first.endToEndId })
})

test('a payout whose answer was lost is found again by its name', async () => {
  const order = { uid: randomUUID(), amount: 100, key: 'ana@example.com' }
  await network.control('/next', { outcome: 'drop_answer' })
  await expect(pix.payOut(order)).rejects.toThrow()
  expect((await pix.payOut(order)).endToEndId).toBe((await pix.findPayout(order.uid))?.endToEndId)
})

test('a payout the other bank refuses is refused; one nobody asked for is unknown', async () => {
  const order = { uid: randomUUID(), amount: 100, key: 'recusado@example.com' }
  await pix.payOut(order)
  await expect
    .poll(async () => (await pix.findPayout(order.uid))?.status, { timeout: 10_000 })
    .toBe('refused')
  expect(await pix.findPayout(randomUUID())).toBeNull()
})

test('a payout to a key that no bank knows is refused, unless it had been taken before', async () => {
  const lost = { uid: randomUUID(), amount: 100, key: 'desconhecido@example.com' }
  expect(await pix.payOut(lost)).toEqual({ status: 'refused', endToEndId: null })
  expect(await pix.findPayout(lost.uid)).toBeNull()
  const taken = { uid: randomUUID(), amount: 100, key: 'ana@example.com' }
  const { endToEndId } = await pix.payOut(taken)
  expect(await pix.payOut({ ...taken, key: lost.key })).toMatchObject({ endToEndId })
})

test('a payout that the provider cannot take now is no refusal', async () => {
  const order = { uid: randomUUID(), amount: 100, key: 'ana@example.com' }
  await network.control('/next', { outcome: 'http_503' })
  await expect(pix.payOut(order)).rejects.toThrow('answered 503')
  expect((await pix.payOut(order)).status).toBe('under_way')
})

test('a provider that is too busy for a question is asked again when it says', async () => {
  const order = { paymentUid: randomUUID(), total: 1000, seconds: 60, description: 'Tune' }
  await pix.charge(order)
  await network.control('/next', { outcome: 'http_429', times: 2 })
  expect(await pix.receivedFor(order.paymentUid)).toBe(0)
})

test('a token that was taken back is asked for anew', async () => {
  const order = { paymentUid: randomUUID(), total: 1000, seconds: 60, description: 'Tune' }
  await pix.charge(order)
  await network.control('/reset', {})
  expect(await pix.charge({ ...order, paymentUid: randomUUID() })).toContain('000201')
})

test('wrong credentials, and a charge that exists with another amount, give no code', async () => {
  const stranger = createPixProvider(
    readEnv({
      ...TEST_ENV,
      DATABASE_URL: 'postgres://x/y',
      PIX_URL: network.url,
      PIX_CLIENT_SECRET: 'guess',
    }),
  )
  const order = { paymentUid: randomUUID(), total: 1000, seconds: 60, description: 'Tune' }
  await expect(stranger.charge(order)).rejects.toThrow('no token (401)')
  await pix.charge(order)
  await expect(pix.charge({ ...order, total: 2000 })).rejects.toThrow('another amount')
})

test('what was received and sent in a period is listed, over as many pages as there are', async () => {
  const paymentUid = randomUUID()
  await pix.charge({ paymentUid, total: 1000, description: 'Tune' })
  const at = Date.UTC(2020, 1, 1)
  const instant = (second: number) => new Date(at + second * 1000)
  const paid: string[] = []
  for (let second = 0; second <= 101; second++)
    paid.push(
      (await network.pay(paymentUid, { valor: '10.00', horario: instant(second).toISOString() })).endToEndId,
    )
  const listed = await pix.receivedBetween({ since: instant(1), until: instant(101) })
  expect(listed.map(({ endToEndId }) => endToEndId)).toEqual(paid.slice(1))
  expect(listed[0]).toEqual({ endToEndId: paid[1], payment: paymentUid, amount: 1000 })
  expect(await pix.receivedBetween({ since: instant(-9), until: instant(-1) })).toEqual([])

  const order = { uid: randomUUID(), amount: 4321, key: 'ana@example.com' }
  const since = new Date()
  const { endToEndId } = await pix.payOut(order)
  expect(await pix.paidOutBetween({ since, until: new Date() })).toEqual([
    { uid: order.uid, endToEndId, amount: 4321 },
  ])
})

test('what was given back of a payment by hand at the provider is told by its name; of a stranger’s, nothing', async () => {
  const { endToEndId } = (await network.control('/pay', { valor: '7.77' })) as { endToEndId: string }
  expect(await pix.returnsOf(endToEndId)).toEqual([])
  await fetch(`${network.url}/recebido/${endToEndId}`, {
    method: 'POST',
    body: new URLSearchParams({ valor: '7.77' }),
  })
  expect(await pix.returnsOf(endToEndId)).toEqual([
    { names: [expect.any(String), expect.stringMatching(/^D/)], amount: 777 },
  ])
  expect(await pix.returnsOf(`E${'0'.repeat(31)}`)).toEqual([])
  await expect(pix.returnsOf('E1')).rejects.toThrow('answered 400')
})

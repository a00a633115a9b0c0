import { once } from 'node:events'
import { createServer } from 'node:net'
import Stripe from 'stripe'
import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { isUnanswered } from './unanswered.ts'

test('a service that is away and one that says nothing do not answer; anything else is a fault of ours', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const listening = silent.address()
  const port = typeof listening === 'object' ? listening?.port : 0
  const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(200) }).catch((fault) => fault)
  expect(isUnanswered(await ask(`http://127.0.0.1:${port}`))).toBe(true)
  expect(isUnanswered(await ask('http://127.0.0.1:1'))).toBe(true)
  for (const url of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
    const chain = createPublicClient({ transport: http(url, { timeout: 200, retryCount: 0 }) })
    expect(isUnanswered(await chain.getBlockNumber().catch((fault) => fault))).toBe(true)
  }
  const cards = new Stripe('sk_test_x', {
    host: '127.0.0.1',
    port: 1,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  expect(isUnanswered(await cards.refunds.list().catch((fault) => fault))).toBe(true)
  expect(isUnanswered(new TypeError('x is not a function'))).toBe(false)
})

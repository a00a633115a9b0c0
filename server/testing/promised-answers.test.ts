/** A broken promise is told by its own message: which call answered what, and what is wrong with it. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ApiEnv } from '../product/api/fan.ts'
import { withPromisedAnswers } from './promised-answers.ts'

function answering(answer: object, status: 200 | 409): Hono {
  const api = new Hono<ApiEnv>()
  api.get('/balance', (c) => c.json(answer, status))
  return withPromisedAnswers(api)
}

test('an answer that its contract promises is passed on', async () => {
  const answer = { data: { data: { balance: 1, totalBided: 0 } } }
  expect(await (await answering(answer, 200).request('/balance')).json()).toEqual(answer)
})

test('an answer with a field missing fails with the call, the answer and the field', async () => {
  await expect(answering({ data: { data: { balance: 1 } } }, 200).request('/balance')).rejects.toThrow(
    /^GET \/balance answered 200 {"data":{"data":{"balance":1}}}, which is not promised: data\.data\.totalBided/,
  )
})

test('so does a refusal that is not promised', async () => {
  const refused = { data: { error: '…', code: 'already_owned' } }
  await expect(answering(refused, 409).request('/balance')).rejects.toThrow(
    'which is not promised: already_owned',
  )
})

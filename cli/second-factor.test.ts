import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '#server/testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

function tune(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), 'second-factor', ...args],
    {
      env: Object.fromEntries(
        Object.entries({ ...process.env, ...market.ctx.env }).map(([name, value]) => [name, String(value)]),
      ),
      encoding: 'utf8',
    },
  )
  return { status, said: stdout + stderr }
}

test('whoever has lost app and codes signs in without them, once, and is told by mail', async () => {
  const { sql } = market
  const fan = await market.newFan()
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${fan.uid}, 'totp', 'verified', 'x')`
  await sql`insert into auth.recovery_codes (user_id, code_hash, created_at) values (${fan.uid}, repeat('a', 64), now())`
  await sql`insert into auth.sessions (user_id) values (${fan.uid})`
  expect(tune('remove', fan.email.toUpperCase())).toMatchObject({
    status: 0,
    said: expect.stringContaining('signs in without a second factor now'),
  })
  for (const table of ['mfa_factors', 'recovery_codes', 'sessions'])
    expect(await sql`select from ${sql(`auth.${table}`)} where user_id = ${fan.uid}`).toHaveLength(0)
  const [mail] = await sql<[{ template: string }]>`
    select payload ->> 'template' as template from graphile_worker._private_jobs
    where payload ->> 'to' = ${fan.email} order by id desc limit 1`
  expect(mail.template).toBe('notice_factor_removed')
  expect(tune('remove', fan.email).said).toContain('has no second factor')
  expect(tune('remove', 'nobody@tune.test').status).toBe(2)
  expect(tune('list').status).toBe(2)
})

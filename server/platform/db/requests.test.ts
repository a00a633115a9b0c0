/** What the two request tables refuse: files that are not what they say, too much, too often, in another's name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

type Request = { subject?: string; message?: string; file?: string | null }

/** Resolves with null when the row was taken, else with the code it was refused with. */
async function ask(fan: TestFan, request: Request = {}): Promise<string | null> {
  const claims = JSON.stringify({ role: 'authenticated', sub: fan.uid })
  try {
    await market.sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
      await tx`
        insert into support_requests (user_id, subject, message, file)
        values (${fan.uid}, ${request.subject ?? 'Conta'}, ${request.message ?? 'Oi'}, ${request.file ?? null})`
    })
    return null
  } catch (fault) {
    return (fault as { code: string }).code
  }
}

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PDF = Buffer.from('%PDF-1.7\n')
const WEBP = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')])
const LARGEST = 4 * 1024 * 1024
const CHECK = '23514'

describe('a file', () => {
  test.each([
    ['a PNG', dataUrl('image/png', PNG)],
    ['a JPEG', dataUrl('image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex'))],
    ['a GIF', dataUrl('image/gif', Buffer.from('GIF89a...'))],
    ['a WebP', dataUrl('image/webp', WEBP)],
    ['a PDF of the largest size', dataUrl('application/pdf', Buffer.concat([PDF], LARGEST))],
  ])('%s is taken', async (_name, file) => {
    expect(await ask(await market.newFan(), { file })).toBeNull()
  })

  test.each([
    ['a page that says it is a picture', dataUrl('image/png', Buffer.from('<script>alert(1)</script>'))],
    ['a PDF that says it is a picture', dataUrl('image/jpeg', PDF)],
    ['a drawing that can carry a script', dataUrl('image/svg+xml', Buffer.from('<svg/>'))],
    ['a page', dataUrl('text/html', Buffer.from('<p>'))],
    ['an address', 'https://example.com/picture.png'],
    ['no base64', 'data:image/png,hello'],
    ['broken base64', 'data:image/png;base64,iVBORw0KGgo$'],
    ['base64 cut short', 'data:image/png;base64,iVBOR'],
    ['nothing after the comma', 'data:image/png;base64,'],
    ['an empty text', ''],
    ['one byte too many', dataUrl('application/pdf', Buffer.concat([PDF], LARGEST + 1))],
  ])('%s is refused', async (_name, file) => {
    expect(await ask(await market.newFan(), { file })).toBe(CHECK)
  })
})

test('subjects are those of the form, and a message says something', async () => {
  const fan = await market.newFan()
  expect(await ask(fan, { subject: 'Outros' })).toBe(CHECK)
  expect(await ask(fan, { message: ' \n' })).toBe(CHECK)
  expect(await ask(fan, { message: 'x'.repeat(5001) })).toBe(CHECK)
})

test('five an hour, however many come at once; what was refused does not count', async () => {
  const fan = await market.newFan()
  for (let tries = 0; tries < 6; tries++) expect(await ask(fan, { message: '' })).toBe(CHECK)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, tab) => ask(fan, { message: `Oi ${tab}` })))
  expect(answers.filter((code) => code === null).length).toBe(5)
  expect(new Set(answers)).toEqual(new Set([null, 'PT429']))
  expect(await ask(await market.newFan())).toBeNull()
})

test('the same to the letter, from eight tabs at once, is one; an hour later, or of somebody else, it is another', async () => {
  const [fan, other] = [await market.newFan(), await market.newFan()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(fan)))
  expect(new Set(answers)).toEqual(new Set([null]))
  const kept = async () => (await market.sql`select from support_requests where user_id = ${fan.uid}`).length
  expect(await kept()).toBe(1)
  await ask(other)
  await ask(fan, { file: dataUrl('image/png', PNG) })
  expect(await kept()).toBe(2)
  await market.sql`update support_requests set created_at = now() - interval '1 hour' where user_id = ${fan.uid}`
  await ask(fan)
  expect(await kept()).toBe(3)
})

test('ten a day, and the day begins with the first of them', async () => {
  const fan = await market.newFan()
  const subject = `support_requests:${fan.uid}:day`
  const [first] = await market.sql`
    select private.count_use(${subject}, 'day') as used, now() as at,
      (select resets_at from auth.rate_limits where key = encode(sha256(${subject}), 'hex')) as before`
  expect(first).toMatchObject({ used: 1, before: null })
  for (let used = 2; used <= 10; used++) await market.sql`select private.count_use(${subject}, 'day')`
  expect(await ask(fan)).toBe('PT429')
  const passed = await market.sql`
    update auth.rate_limits set resets_at = resets_at - interval '1 day'
    where key = encode(sha256(${subject}), 'hex')
    returning round(extract(epoch from resets_at - ${first?.at}::timestamptz), 2)::float as late`
  expect(passed).toEqual([{ late: 0 }])
  expect(await ask(fan)).toBeNull()
})

test('an account that was deactivated asks for nothing more', async () => {
  const fan = await market.newFan()
  await market.sql`update users set is_active = false where uid = ${fan.uid}`
  expect(await ask(fan)).toBe('42501')
})

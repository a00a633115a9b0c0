/** Tokens at the tables' door: which are taken, and in which words the others are refused. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKeySet } from '#server/platform/http/token-keys.ts'
import { NEWEST } from './clients.ts'
import { JWT_SECRET } from './harness.ts'
import { openShop, type Shop } from './shop.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(claims: Record<string, unknown>, secret = JWT_SECRET): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3600
const PERSON = { role: 'authenticated', sub: '11111111-2222-4333-8444-555555555555', exp: IN_AN_HOUR }

describe('with the settings of the original', () => {
  let shop: Shop
  beforeAll(async () => {
    const jwtSecret = readKeySet(JWT_SECRET, [], { foreignTokens: true })
    shop = await openShop(NEWEST, { jwtSecret, anyRole: true })
    await shop.sql.unsafe(`
      create table public.ledger_of_nobody (id int);
      create role reader_of_tests nologin;
      grant reader_of_tests to authenticator;
      grant usage on schema public to reader_of_tests;
      grant select on public.rooms to reader_of_tests;
      create function public.cookie_named(name text) returns text language sql stable as
        $$ select current_setting('request.cookies', true)::json ->> name $$;
      create function public.bad_status() returns void language plpgsql stable as
        $$ begin raise sqlstate 'PT4XX' using message = 'wrong'; end $$;
      create domain public."*/*" as bytea;
      create function public.any_type() returns "*/*" language plpgsql stable as $$ begin
        if current_setting('request.headers', true)::json ->> 'accept' = 'app/named' then
          perform set_config('response.headers', '[{"content-type": "app/named"}]', true);
        end if;
        return 'any'::bytea;
      end $$;
      create function public.two_texts() returns setof "text/plain" language sql stable as
        $$ select 'a'::"text/plain" union all select 'b' $$;
      grant execute on all functions in schema public to anon`)
  })
  afterAll(async () => {
    await shop.sql.unsafe('drop owned by reader_of_tests; drop role reader_of_tests')
    await shop.close()
  })

  async function ask(path: string, headers: Record<string, string> = {}) {
    const answer = await shop.ask(path, { headers })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text }
  }
  const refusal = async (authorization: string) => {
    const { status, headers, text } = await ask('/rooms', { authorization })
    return { status, body: JSON.parse(text), said: headers.get('www-authenticate') }
  }

  test.each([
    ['for no audience', { ...PERSON }],
    ['for another audience', { ...PERSON, aud: 'elsewhere' }],
    ['without an end', { ...PERSON, exp: undefined }],
    ['of a role of the database’s own', { role: 'reader_of_tests' }],
    ['issued a moment ahead', { ...PERSON, iat: IN_AN_HOUR - 3590 }],
  ])('a token %s is taken', async (_how, claims) => {
    expect((await ask('/rooms', { authorization: `Bearer ${tokenOf(claims)}` })).status).toBe(200)
  })

  test.each([
    [{ ...PERSON, exp: 1 }, 'JWT expired'],
    [{ ...PERSON, exp: 'never' }, "The JWT 'exp' claim must be a number"],
    [{ ...PERSON, nbf: 'never' }, "The JWT 'nbf' claim must be a number"],
    [{ ...PERSON, iat: 'never' }, "The JWT 'iat' claim must be a number"],
    [{ ...PERSON, nbf: IN_AN_HOUR }, 'JWT not yet valid'],
    [{ ...PERSON, iat: IN_AN_HOUR }, 'JWT issued at future'],
    [{ ...PERSON, aud: { a: 1 } }, "The JWT 'aud' claim must be a string or an array of strings"],
    [{ ...PERSON, aud: ['a', 1] }, "The JWT 'aud' claim must be a string or an array of strings"],
  ])('claims %j are refused: %s', async (claims, message) => {
    expect(await refusal(`Bearer ${tokenOf(claims)}`)).toEqual({
      status: 401,
      body: { code: 'PGRST303', message, details: null, hint: null },
      said: `Bearer error="invalid_token", error_description="${message}"`,
    })
  })

  test('what is no token of ours', async () => {
    expect(await refusal('Bearer a.b')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 2', details: null },
    })
    expect(await refusal('Bearer ')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'Empty JWT is sent in Authorization header' },
    })
    expect(await refusal(`Bearer ${tokenOf(PERSON, 'x'.repeat(32))}`)).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', details: 'None of the keys was able to decode the JWT' },
    })
    expect(await refusal(`Bearer ${tokenOf({ role: 'no_such_role' })}`)).toMatchObject({
      status: 401,
      body: { code: '22023', message: 'role "no_such_role" does not exist' },
      said: 'Bearer',
    })
  })

  test('who may not is told to sign in, which is not the fault of a token', async () => {
    const { status, headers } = await ask('/ledger_of_nobody')
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('functions know the cookies, and a status that is none is a fault of theirs', async () => {
    expect((await ask('/rpc/cookie_named?name=b', { cookie: 'a=1; b=2=3' })).text).toBe('"2=3"')
    expect((await ask('/rpc/bad_status')).status).toBe(500)
  })

  test('a GET calls any function that changes nothing', async () => {
    // Volatile, as every function is that says nothing else.
    expect(await ask('/rpc/teapot')).toMatchObject({ status: 418, text: '1' })
    const changing = await ask('/rpc/move_down?wanted=ada')
    expect([changing.status, JSON.parse(changing.text).code]).toEqual([405, '25006'])
    expect(await shop.sql`select from people where name = 'ada' and shelf = 'TOP'`).toHaveLength(1)
  })

  test('a function may offer any type; several values have none of their own', async () => {
    const any = await ask('/rpc/any_type', { accept: 'app/else' })
    expect([any.text, any.headers.get('content-type')]).toEqual(['any', 'application/octet-stream'])
    const named = await ask('/rpc/any_type', { accept: 'app/named' })
    expect([named.text, named.headers.get('content-type')]).toEqual(['any', 'app/named'])
    expect((await ask('/rpc/two_texts', { accept: 'text/plain' })).status).toBe(406)
  })
})

test('as Tune has it, tokens have an end and are for people, and there are three roles', async () => {
  const shop = await openShop(NEWEST)
  try {
    const statusFor = async (claims: Record<string, unknown>) =>
      (await shop.ask('/rooms', { key: tokenOf(claims) })).status
    expect(await statusFor({ ...PERSON, aud: 'authenticated' })).toBe(200)
    for (const claims of [PERSON, { ...PERSON, exp: undefined, aud: 'authenticated' }, { role: 'postgres' }])
      expect(await statusFor(claims)).toBe(401)
  } finally {
    await shop.close()
  }
})

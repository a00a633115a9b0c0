/** POST /token?grant_type=id_token, with a provider that vouches for whoever the token names. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, google, signedUp, type Tokens } from '../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ identityProviders: { google } })
})
afterAll(() => auth.drop())

const arrive = (fixture: AuthFixture, idToken: string, more: object = {}, bearer = '') =>
  fixture.ask<Tokens & { code: string }>('POST', '/token?grant_type=id_token', {
    body: { provider: 'google', id_token: idToken, ...more },
    ...(bearer && { bearer }),
  })

test('links the identity to the signed-in account, and to nobody without one', async () => {
  const { access_token: bearer, user } = await signedUp(auth, 'linker@tune.test')
  const link = { link_identity: true }
  expect((await arrive(auth, 'g-1 other@tune.test', link)).status).toBe(401)
  const linked = await arrive(auth, 'g-1 other@tune.test', link, bearer)
  expect(linked.body.user).toMatchObject({
    id: user.id,
    email: 'linker@tune.test',
    app_metadata: { providers: ['email', 'google'] },
  })
  const thief = await signedUp(auth, 'thief@tune.test')
  const taken = await arrive(auth, 'g-1 other@tune.test', link, thief.access_token)
  expect([taken.status, taken.body.code]).toEqual([422, 'identity_already_exists'])
})

test('wallets are refused as GoTrue refuses them where they are off', async () => {
  const answer = await auth.ask('POST', '/token?grant_type=web3', { body: { chain: 'solana' } })
  expect([answer.status, answer.body]).toEqual([
    422,
    { code: 'web3_provider_disabled', message: 'Web3 provider is disabled' },
  ])
})

/** Whoever floods the door with requests for mails leaves some to everybody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGET } from './budget.ts'
import { type AuthFixture, createAuthFixture, PASSWORD, serviceKey, signedUp } from './testing/fixture.ts'

const MAILS = 200
const MOST_OF_ONE = (MAILS * BUDGET.mailShare.limit) / 100
const REFUSED = [429, BUDGET.mailShare.answer]

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: { mailsPerHour: MAILS } })
})
afterAll(() => auth.drop())

async function ask(address: string, path: string, body: object) {
  auth.client.address = address
  const { status, headers, body: answer } = await auth.ask('POST', path, { body })
  return { said: [status, answer.code], retryAfter: Number(headers.get('retry-after')) }
}
const signUp = (address: string) =>
  ask(address, '/signup', { email: `${crypto.randomUUID()}@tune.test`, password: PASSWORD })
/** Without a password, which would have to be hashed; of the same count. */
const registerByLink = (address: string) =>
  ask(address, '/otp', { email: `${crypto.randomUUID()}@tune.test` })

/** Asks from addresses of one network until it is refused; resolves with how many mails it got. */
async function flood(network: string, request: (address: string) => ReturnType<typeof ask>): Promise<number> {
  for (let mails = 0; ; mails++) {
    const { said, retryAfter } = await request(`${network}.${mails % 250}.7`)
    if (said[0] === 200) continue
    expect(said).toEqual(REFUSED)
    expect(retryAfter).toBeGreaterThan(0)
    return mails
  }
}

test('sign-ups from twenty networks leave a third of the mails, and somebody from another network gets one', async () => {
  let gone = 0
  for (let network = 0; network < 20; network++) {
    const got = await flood(`100.${network}`, registerByLink)
    expect(got).toBeLessThanOrEqual(MOST_OF_ONE)
    gone += got
  }
  expect(MAILS - gone).toBeGreaterThanOrEqual(Math.floor(MAILS / 3) - 20)
  expect((await signUp('200.150.10.1')).said).toEqual([200, undefined])
  expect((await signUp('2804:14c:5b8a:1::')).said).toEqual([200, undefined])
  // Whoever has taken most stays refused, from whatever address of theirs.
  expect((await signUp('100.3.99.99')).said).toEqual(REFUSED)
  auth.pass(3601)
  expect((await signUp('100.3.99.99')).said).toEqual([200, undefined])
})

test('one subscriber’s sign-ups do not close the door to their provider’s other customers', async () => {
  auth.pass(3601)
  const flooding = (at: number) => registerByLink(`2804:7f0:1:${at.toString(16)}::`)
  for (let at = 1; (await flooding(at)).said[0] === 200; at++);
  expect((await flooding(1)).said).toEqual(REFUSED)
  expect((await signUp('2804:7f0:2:1::')).said).toEqual([200, undefined])
})

test('recoveries are shared in the same way, and the operator has no share', async () => {
  const emails = Array.from({ length: 40 }, (_, at) => `known${at}@tune.test`)
  for (const [at, email] of emails.entries()) {
    auth.client.address = `150.${at}.0.1`
    await signedUp(auth, email)
  }
  let next = 0
  const got = await flood('101.1', (address) => ask(address, '/recover', { email: emails[next++] }))
  expect(got).toBeLessThanOrEqual(MOST_OF_ONE)
  expect((await ask('201.1.1.1', '/recover', { email: emails[next] })).said).toEqual([200, undefined])
  auth.client.address = '101.1.0.1'
  const invited = { email: 'invited@tune.test' }
  expect((await auth.ask('POST', '/invite', { bearer: serviceKey, body: invited })).status).toBe(200)
})

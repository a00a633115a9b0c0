/**
 * Refresh rotation against a model of its rules, over random histories of refreshes, replays, pauses and bursts
 * of parallel refreshes.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, createAuthFixture, signedUp, signIn, type Tokens } from './testing/fixture.ts'

const REUSE_SECONDS = 10

let auth: AuthFixture
beforeAll(async () => {
  auth = await createAuthFixture({ limits: { tokenRequests: 1_000_000 } })
  await signedUp(auth, 'fan@tune.test')
})
afterAll(() => auth.drop())

async function refresh(token: string): Promise<string | undefined> {
  const { status, body } = await auth.ask<Tokens & { code: string }>(
    'POST',
    '/token?grant_type=refresh_token',
    {
      body: { refresh_token: token },
    },
  )
  if (status === 200) return body.refresh_token
  expect([status, body.code]).toEqual([400, 'refresh_token_already_used'])
  return undefined
}

/** What should happen by the rules: every token ever issued, in order. */
class Model {
  tokens: { value: string; parent: string | undefined; usedAt: number | undefined }[]
  shut = false
  constructor(first: string) {
    this.tokens = [{ value: first, parent: undefined, usedAt: undefined }]
  }

  /** Checks one answer against the rules, and remembers it. */
  accept(presented: string, answer: string | undefined, now: number) {
    const row = this.tokens.find((token) => token.value === presented)
    const active = this.tokens.findLast((token) => token.usedAt === undefined)
    if (!row) throw new Error('a token nobody issued')
    if (this.shut) {
      expect(answer).toBeUndefined()
    } else if (row.usedAt === undefined) {
      row.usedAt = now
      this.issued(answer, presented)
    } else if (active?.parent === presented) {
      expect(answer).toBe(active.value)
    } else if (now <= row.usedAt + REUSE_SECONDS) {
      this.issued(answer, presented)
    } else {
      expect(answer).toBeUndefined()
      this.shut = true
    }
  }

  issued(value: string | undefined, parent: string) {
    if (value === undefined) throw new Error('expected a new token')
    expect(this.tokens.map((token) => token.value)).not.toContain(value)
    this.tokens.push({ value, parent, usedAt: undefined })
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('refresh' as const), back: fc.nat(4) }),
  fc.record({ kind: fc.constant('pause' as const), seconds: fc.integer({ min: 1, max: 15 }) }),
)

test('any history of refreshes and replays follows the rules', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const model = new Model((await signIn(auth, 'fan@tune.test')).body.refresh_token)
      for (const each of steps) {
        if (each.kind === 'pause') {
          auth.pass(each.seconds)
          continue
        }
        const { value } = model.tokens.at(-1 - Math.min(each.back, model.tokens.length - 1)) ?? { value: '' }
        model.accept(value, await refresh(value), auth.time.now.getTime() / 1000)
      }
    }),
    { numRuns: 40 },
  )
})

test('parallel refreshes with one token all succeed, agree, and leave the session alive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 8 }), async (parallel) => {
      const { refresh_token: token } = (await signIn(auth, 'fan@tune.test')).body
      const answers = await Promise.all(Array.from({ length: parallel }, () => refresh(token)))
      expect(new Set(answers).size).toBe(1)
      auth.pass(60)
      expect(await refresh(answers[0] ?? '')).toBeDefined()
    }),
    { numRuns: 10 },
  )
})

test('among parallel replays of an old token nobody gets in', async () => {
  const { refresh_token: first } = (await signIn(auth, 'fan@tune.test')).body
  const second = await refresh(first)
  await refresh(second ?? '')
  auth.pass(60)
  expect(await Promise.all([refresh(first), refresh(first), refresh(first)])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

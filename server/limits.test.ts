/** Every bound on what one caller may ask, in one table; and that each has a test of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX } from '#domain/attachment.ts'
import { GIFT_MAILS, GIFT_MAILS_TO, GIFTS_A_DAY, GIFTS_WAITING } from '#domain/gift.ts'
import { WITHDRAWALS_WAITING } from '#domain/withdrawal.ts'
import { BUDGET as AUTH } from './doors/auth/budget.ts'
import { REALTIME_BUDGET } from './doors/realtime/budget.ts'
import { BUDGET as REST } from './doors/rest/budget.ts'
import { STORAGE_BUDGET } from './doors/storage/budget.ts'
import type { Bound } from './platform/budget.ts'
import { MOST_WAITING, SHARES } from './platform/http/admission.ts'
import type { Limit } from './platform/rate-limit.ts'
import { MAX_BODY_BYTES } from './product/api/door.ts'
import { CALLS } from './product/calls.ts'

const ROOT = join(import.meta.dirname, '..')

const TOO_MANY = 'too_many_requests'

/** Before every door. */
const ADMISSION: Record<string, Bound> = Object.fromEntries(
  (['person', 'network'] as const).flatMap((who) => {
    const share = SHARES[who]
    return [
      [
        `${who}.slots`,
        {
          resource: `requests of one ${who} in work, ${share.slotsWhenAlone} while nobody else asks`,
          limit: share.slots,
          unit: 'items',
          answer: 'waits',
        },
      ],
      [
        `${who}.time`,
        {
          resource: `time of the server that one ${who} may take before its requests are done ${share.slotsWhenSpent} at a time`,
          limit: share.time,
          unit: `milliseconds, of which ${share.timePerSecond} come back in a second`,
          answer: 'waits',
        },
      ],
    ]
  }),
)
ADMISSION.waiting = {
  resource: 'requests of one caller that wait',
  limit: MOST_WAITING,
  unit: 'items',
  answer: TOO_MANY,
}

const API: Record<string, Bound> = {
  supportFiles: {
    resource: 'files of one message to or from support',
    limit: ATTACHMENTS_MAX,
    unit: 'items',
    answer: 'malformed',
  },
  supportFile: {
    resource: 'one file to or from support',
    limit: ATTACHMENT_MAX_BYTES,
    unit: 'bytes',
    answer: '413 EntityTooLarge',
  },
  body: { resource: 'body', limit: MAX_BODY_BYTES, unit: 'bytes', answer: 'malformed' },
  gifts: {
    resource: 'gifts of one giver that wait',
    limit: GIFTS_WAITING,
    unit: 'items',
    answer: 'gifts_limit',
  },
  withdrawals: {
    resource: 'withdrawals of one person that wait for a decision',
    limit: WITHDRAWALS_WAITING,
    unit: 'items',
    answer: 'withdrawals_limit',
  },
  giftMails: {
    resource: 'mails about gifts of one giver',
    limit: GIFT_MAILS,
    unit: 'mails',
    seconds: 86_400,
    answer: 'gift_mails_limit',
  },
  giftMailsTo: {
    resource: 'mails about gifts to one person',
    limit: GIFT_MAILS_TO,
    unit: 'mails',
    seconds: 86_400,
    answer: 'gift_mails_limit',
  },
  giftsADay: {
    resource: 'gifts that one giver begins',
    limit: GIFTS_A_DAY,
    unit: 'items',
    seconds: 86_400,
    answer: 'gifts_limit',
  },
  ...Object.fromEntries(
    Object.entries(CALLS as Record<string, { limit?: Limit }>)
      .filter(([, { limit }]) => limit)
      .map(([name, { limit: { most, seconds } = {} as Limit }]) => [
        name,
        { resource: `\`${name}\``, limit: most, unit: 'requests', seconds, answer: TOO_MANY },
      ]),
  ),
}

const DOORS: Record<string, Record<string, Bound>> = {
  'before every door': ADMISSION,
  '/auth/v1': AUTH,
  '/rest/v1': REST,
  '/storage/v1': STORAGE_BUDGET,
  '/realtime/v1': REALTIME_BUDGET,
  '/api/v1': API,
}

test('the table of limits is up to date', async () => {
  const rows = Object.entries(DOORS).flatMap(([door, bounds]) =>
    Object.values(bounds).map(({ resource, limit, unit, seconds, answer }) => {
      const rate = seconds ? ` in ${seconds} s` : ''
      return `| ${door} | ${resource} | ${limit.toLocaleString('en-US')} ${unit}${rate} | ${answer ?? 'cut off or replaced'} |`
    }),
  )
  await expect(`# Limits

What one caller may ask of each door, and what they note beyond it. Written by \`server/limits.test.ts\` from the numbers that the
code reads (\`vitest run server/limits.test.ts -u\`). Rates come with a \`Retry-After\`.

| door | what | at most | beyond |
|---|---|---|---|
${rows.join('\n')}
`).toMatchFileSnapshot(join(ROOT, 'docs/limits.md'))
})

/** The tests of a door refer to its bounds by their names: `BUDGET.body`, or `'body'` in a table of cases. */
test.each([
  ['/auth/v1', AUTH, ['server/doors/auth']],
  ['/storage/v1', STORAGE_BUDGET, ['server/doors/storage', 'conformance']],
  ['/realtime/v1', REALTIME_BUDGET, ['server/doors/realtime', 'conformance']],
])('each bound of %s has a test', (_, bounds, folders) => {
  const tests = folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(ROOT, folder, file),
      ),
    )
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const named = (name: string) =>
    new RegExp(`BUDGET\\.${name}\\b|\\b${name}\\b[^}]*\\} = \\w*BUDGET|'${name}'`).test(tests)
  expect(Object.keys(bounds).filter((name) => !named(name))).toEqual([])
})

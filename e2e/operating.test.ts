/** The operator's command line in a running world, and a rehearsal of the worst day. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsOf } from '../scripts/start-world.ts'
import { bid, newAuction } from './auctions.ts'
import { DEMO_ADMIN, expect, RELEASE, test, withDatabase, world } from './fixtures.ts'
import { ownWorld } from './own-world.ts'
import { buyWithBalance, call, newFan, projectNamed } from './people.ts'

const ROOT = join(import.meta.dirname, '..')

ownWorld()

/** Runs `npm run tune -- …` on this world, or with other settings. */
function tune(args: string[], env: Record<string, string> = {}): { code: number | null; said: string } {
  const run = spawnSync('npm', ['run', '--silent', 'tune', '--', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: world.dataDir, ...env },
  })
  return { code: run.status, said: run.stdout + run.stderr }
}

test('it lists its commands, and refuses unknown ones', RELEASE, () => {
  expect(tune([])).toMatchObject({ code: 0, said: expect.stringContaining('backup {folder}') })
  expect(tune(['nonsense']).code).toBe(2)
  expect(tune(['admin', 'grant', 'nobody@tune.test'])).toMatchObject({
    code: 2,
    said: expect.stringContaining('No account has the address nobody@tune.test'),
  })
})

test('an administrator is granted and revoked, with an audit trail', RELEASE, async () => {
  const fan = await newFan()
  const look = () => call('/api/v1/admin/figures', { token: fan.session.access_token })
  await expect(look()).rejects.toThrow('403')
  expect(tune(['admin', 'grant', fan.email]).code).toBe(0)
  // Changing the role ends the sessions, noticed at the next recheck.
  await expect.poll(() => look().catch(String), { timeout: 30_000 }).toContain('401')
  expect(tune(['admin', 'revoke', fan.email]).code).toBe(0)
  expect(tune(['admin', 'revoke', fan.email]).code).toBe(2)
  const trail = await withDatabase(
    (sql) => sql`select before, after from private.admin_actions where subject = ${fan.uid} order by id`,
  )
  expect(trail.map((row) => ({ ...row }))).toEqual([
    { before: { role: 'user' }, after: { role: 'admin' } },
    { before: { role: 'admin' }, after: { role: 'user' } },
  ])
})

test('contracts, settlements, refused webhooks', RELEASE, async () => {
  expect(tune(['contracts'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^desk +0x[0-9a-fA-F]{40}$/m),
  })
  expect(tune(['contracts', 'deploy', '--yes'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^factory/m),
  })
  expect(tune(['settle'])).toMatchObject({ code: 0, said: expect.stringMatching(/^\d+ settled\./) })

  await withDatabase(
    (sql) => sql`
      insert into private.webhook_events (id, provider, type, payload, outcome, processed_at)
      values ('evt_refused', 'stripe', 'payment_intent.succeeded', '{"data":{"object":{"id":"pi_unknown"}}}', 'refused: unknown', now())`,
  )
  const listed = tune(['webhook', 'list'])
  const number = /^(\d+) .*refused: unknown/m.exec(listed.said)?.[1] ?? ''
  expect(number).not.toBe('')
  expect(tune(['webhook', 'replay', number, '--as', 'nobody@tune.test']).code).toBe(2)
  expect(tune(['webhook', 'replay', number, '--as', DEMO_ADMIN.email]).code).toBe(0)
  expect(tune(['webhook', 'replay', '999999', '--as', DEMO_ADMIN.email]).code).toBe(2)
})

test.describe('the worst day', () => {
  test('a world in use is backed up, lost and restored: ledger and chain agree', RELEASE, async () => {
    const fan = await newFan({ centavos: 20_000 })
    await buyWithBalance(fan, (await projectNamed(fan, 'Noite de Lata')).uid)
    const auction = await newAuction()
    await bid(fan, auction, 5000)
    // Records on their way to the chain would show as differences until they arrive.
    await expect
      .poll(
        () =>
          withDatabase(
            async (sql) =>
              (await sql`select from chain.operations where status in ('queued', 'sent')`).length,
          ),
        { timeout: 60_000 },
      )
      .toBe(0)
    const folder = join(world.dataDir, 'backup')
    expect(tune(['backup', folder])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/rows of \d+ tables/),
    })
    expect(tune(['backup', folder]).code).not.toBe(0)

    const lost = new URL(world.databaseUrl)
    lost.pathname = '/after_the_fire'
    await withDatabase((sql) => sql`create database after_the_fire`)
    const files = await mkdtemp(join(tmpdir(), 'tune-restored-'))
    try {
      const env = { ...settingsOf(world.dataDir), DATABASE_URL: lost.href, DATA_DIR: files }
      expect(tune(['restore', folder], env)).toMatchObject({
        code: 0,
        said: expect.stringContaining('are back as of'),
      })
      expect(tune(['restore', folder], env).said).toContain('in use')
      expect(tune(['faults'], env)).toMatchObject({
        code: 0,
        said: expect.stringMatching(/ledger\.faults +0/),
      })
      expect(tune(['reconcile'], env)).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^\d+ compared, 0 differ/m),
      })
      expect(tune(['contracts'], env).code).toBe(0)
    } finally {
      await rm(files, { recursive: true, force: true })
    }
  })
})

/** Released files stay as they were, and `db/schema.sql` is what a database looks like. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readSchema } from '#server/platform/db/schema-files.ts'
import { ROOT } from '#server/platform/root.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { copySchema } from '#server/testing/schema-copy.ts'
import { describeSchema } from './describe-schema.ts'
import { freeze } from './freeze.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const committed = (name: string) => readFile(join(ROOT, 'db', name), 'utf8')
const AGAIN = 'npm run schema writes db/frozen.json and db/schema.sql anew'

describe('what stands', () => {
  test('every migration is as it was first written, and the version went up with every change', async () => {
    const frozen = JSON.parse(await committed('frozen.json'))
    expect(Object.keys(frozen.migrations).length).toBeGreaterThanOrEqual(36)
    expect(await freeze(ROOT), AGAIN).toEqual(frozen)
  })

  async function copy(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'tune-frozen-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await copySchema(folder)
    return folder
  }
  const STANDING = 'migrations/0004_ledger.sql'

  test('one that was edited, removed, or got one in front of it is refused', async () => {
    const edited = await copy()
    await writeFile(join(edited, 'db', STANDING), `${await committed(STANDING)}-- and more`)
    await expect(freeze(edited)).rejects.toThrow(
      'The migration 0004_ledger.sql is frozen, and it was edited. A change comes in a new migration. If this one has ' +
        'not been released, and is on your branch only, delete its line in db/frozen.json and run npm run schema again.',
    )
    const removed = await copy()
    await rm(join(removed, 'db', STANDING))
    await expect(freeze(removed)).rejects.toThrow('0004_ledger.sql is frozen, and it is gone')
    const between = await copy()
    await writeFile(join(between, 'db/migrations/0003_zz.sql'), 'select 1;')
    await expect(freeze(between)).rejects.toThrow(
      '0004_ledger.sql is frozen, and 0003_zz.sql comes before it',
    )
  })

  test('one whose line in frozen.json was deleted first may have been edited', async () => {
    const folder = await copy()
    const frozen = JSON.parse(await readFile(join(folder, 'db/frozen.json'), 'utf8'))
    const last = Object.keys(frozen.migrations).at(-1) as string
    const { [last]: before, ...rest } = frozen.migrations
    await writeFile(join(folder, 'db/frozen.json'), JSON.stringify({ ...frozen, migrations: rest }))
    await writeFile(
      join(folder, 'db/migrations', last),
      `${await committed(`migrations/${last}`)}-- and more`,
    )
    const { migrations } = await freeze(folder)
    expect(Object.keys(migrations)).toEqual(Object.keys(frozen.migrations))
    expect(migrations[last]).not.toBe(before)
  })

  test('a new one, or another function, is a new version; the same is the same', async () => {
    const folder = await copy()
    const { version } = await freeze(folder)
    await writeFile(join(folder, 'db/migrations/9000_new.sql'), 'select 1;')
    expect(await freeze(folder)).toMatchObject({
      version: version + 1,
      migrations: { '9000_new.sql': expect.any(String) },
    })
    const other = await copy()
    await writeFile(join(other, 'server/platform/db/sql/uses.sql'), '-- nothing')
    expect((await freeze(other)).version).toBe(version + 1)
  })
})

describe('db/schema.sql', () => {
  test('is what the migrations, functions and views make', async () => {
    expect(await describeSchema(database.sql), AGAIN).toBe(await committed('schema.sql'))
  })

  test('notices what was changed behind its back', async () => {
    const { sql, drop } = await createTestDatabase()
    onTestFinished(drop)
    let before = await describeSchema(sql)
    for (const change of [
      'alter table public.samples add column more text',
      'drop index public.bids_user',
      'alter table public.samples disable row level security',
      'grant select on private.uses to anon',
      'alter table public.bids disable trigger bids_transition',
      'alter table public.bids add check (amount > 0) not valid',
      `create or replace function private.day_of(at timestamptz) returns date language sql as 'select null::date'`,
      'create or replace view market.faults as select null::text as fault, null::text as detail',
    ]) {
      await sql.unsafe(change)
      const after = await describeSchema(sql)
      expect(after, change).not.toBe(before)
      before = after
    }
  })
})

test('every function is sound against the tables that there are', async () => {
  const { functions } = await readSchema(ROOT)
  expect(functions.length).toBeGreaterThan(20)
  const { sql, drop } = await createTestDatabase()
  onTestFinished(drop)
  // Now that everything exists, names can be checked while functions are created.
  for (const { path, text } of functions) await expect(sql.unsafe(text).simple(), path).resolves.toBeDefined()
})

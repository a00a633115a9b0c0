/**
 * Every migration since the first release is carried out on that release's database, and watched: what it locks, reads and
 * rewrites, and what it takes from the version before, which goes on working beside it (decision 017).
 */
import { expect, onTestFinished, test } from 'vitest'
import { DROP_VIEWS } from '#server/platform/db/apply-routines.ts'
import { untilUnlocked } from '#server/platform/db/migrate.ts'
import { readSchema } from '#server/platform/db/schema-files.ts'
import type { Sql, Tx } from '#server/platform/db/sql.ts'
import { ROOT } from '#server/platform/root.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { readRelease, restoreRelease } from './release/restore.ts'

const FIRST_RELEASE = '0.1.sql.gz'

/** Frozen before there was this test: they read a table whole to check its rows. Nothing may be added. */
const BEFORE_THE_RULE: ReadonlySet<string> = new Set([
  '0041_sign_up_proof.sql',
  '0042_outflow_of_a_day.sql',
  '0050_phone_change.sql',
  '0062_photo_addresses.sql',
])

/** What may stand in a file that runs outside a transaction: nothing of it holds up a writer. */
const ALONE =
  /^(create (unique )?index concurrently|drop index concurrently|do |alter table \S+\s+validate constraint|analyze|vacuum)/i

type Column = { relation: string; name: string; type: string; filled: boolean }
type Observed = {
  rewritten: string[]
  read: string[]
  changed: string[]
  taken: string[]
  demanded: string[]
}

/** Our tables: those of jobs belong to their library. */
const OURS = `relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'pg_toast')`

function columnsOf(sql: Sql | Tx): Promise<Column[]> {
  return sql.unsafe<Column[]>(`
    select pg_class.oid::regclass::text as relation, attname as name, format_type(atttypid, atttypmod) as type,
      not attnotnull or atthasdef or attidentity <> '' or attgenerated <> '' as filled
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where ${OURS} and attnum > 0 and not attisdropped`)
}

function filesOf(sql: Sql | Tx): Promise<{ relation: string; file: string }[]> {
  return sql.unsafe(`
    select pg_class.oid::regclass::text as relation, pg_relation_filenode(pg_class.oid)::text as file
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace where ${OURS}`)
}

/** Tables that this transaction has read or changed whole: building an index and checking rows are reading. */
function touchedBy(tx: Tx): Promise<{ relation: string; scans: number; rows: number }[]> {
  return tx.unsafe(`
    select relid::regclass::text as relation, seq_scan::int as scans, (n_tup_upd + n_tup_del)::int as rows
    from pg_stat_xact_user_tables where seq_scan > 0 or n_tup_upd + n_tup_del > 0`)
}

function countsOf(
  touched: Awaited<ReturnType<typeof touchedBy>>,
): [Map<string, number>, Map<string, number>] {
  return [
    new Map(touched.map(({ relation, scans }) => [relation, scans])),
    new Map(touched.map(({ relation, rows }) => [relation, rows])),
  ]
}

const carryOut = (sql: Sql, text: string) => untilUnlocked(() => observe(sql, text))

async function observe(sql: Sql, text: string): Promise<Observed> {
  const [columns, files] = [await columnsOf(sql), await filesOf(sql)]
  const existed = new Set(files.map(({ relation }) => relation))
  return sql.begin(async (tx) => {
    // Counts go on from the statements before.
    const [scansBefore, rowsBefore] = countsOf(await touchedBy(tx))
    await tx.unsafe(`set local check_function_bodies = off; ${DROP_VIEWS}; ${text}`).simple()
    const after = await columnsOf(tx)
    const filesAfter = await filesOf(tx)
    const touched = (await touchedBy(tx)).map(({ relation, scans, rows }) => ({
      relation,
      scans: scans - (scansBefore.get(relation) ?? 0),
      rows: rows - (rowsBefore.get(relation) ?? 0),
    }))
    const known = new Map(after.map((column) => [`${column.relation}.${column.name}`, column]))
    const before = new Set(columns.map(({ relation, name }) => `${relation}.${name}`))
    return {
      rewritten: files
        .filter(({ relation, file }) =>
          filesAfter.some((one) => one.relation === relation && one.file !== file),
        )
        .map(({ relation }) => relation),
      read: touched
        .filter(({ relation, scans }) => scans > 0 && existed.has(relation))
        .map(({ relation }) => relation),
      changed: touched
        .filter(({ relation, rows }) => rows > 0 && existed.has(relation))
        .map(({ relation }) => relation),
      taken: columns
        .map((column) => ({ ...column, key: `${column.relation}.${column.name}` }))
        .filter(({ key, type }) => known.get(key)?.type !== type)
        .map(({ key }) => key),
      demanded: after
        .filter(
          ({ relation, name, filled }) =>
            existed.has(relation) && !filled && !before.has(`${relation}.${name}`),
        )
        .map(({ relation, name }) => `${relation}.${name}`),
    }
  }) as Promise<Observed>
}

const WHY: Record<keyof Observed, string> = {
  rewritten: 'is rewritten while everybody waits',
  read: 'is read whole while writers wait: build indexes and validate constraints outside a transaction',
  changed: 'has its rows changed in one transaction: fill them in parts, outside a transaction',
  taken: 'is gone or of another type, which the version before still uses: drop it one release later',
  demanded: 'must be given by whoever inserts, which the version before does not know: give it a default',
}

const complaintsAbout = (name: string, seen: Observed): string[] =>
  Object.entries(WHY).flatMap(([fault, why]) =>
    seen[fault as keyof Observed].map((what) => `${name}: ${what} ${why}`),
  )

test('no migration since the first release holds up a large table or breaks the version before', async () => {
  const { sql, url, drop } = await createTestDatabase({ empty: true })
  onTestFinished(drop)
  const known = await restoreRelease(sql, url, await readRelease(FIRST_RELEASE))
  const { migrations } = await readSchema(ROOT)
  const complaints: string[] = []
  for (const { name, text, isAlone } of migrations.filter((one) => !known.includes(one.name))) {
    if (isAlone) {
      const statement = text.replace(/^\s*--.*$/gm, '').trim()
      if (!ALONE.test(statement)) complaints.push(`${name}: ${statement.slice(0, 60)} may hold up writers`)
      await sql.unsafe(text).simple()
      continue
    }
    const seen = complaintsAbout(name, await carryOut(sql, text))
    if (!BEFORE_THE_RULE.has(name)) complaints.push(...seen)
  }
  expect(complaints).toEqual([])
})

test.each([
  [
    "alter table public.bids add note text not null default ''; alter table public.bids alter note drop default",
    'demanded',
    'bids.note',
  ],
  ['alter table public.bids drop column amount cascade', 'taken', 'bids.amount'],
  ['alter table public.bids alter column amount type numeric', 'rewritten', 'bids'],
  ['alter table public.bids add column drawn uuid default gen_random_uuid()', 'rewritten', 'bids'],
  ['create index on public.bids (amount)', 'read', 'bids'],
  ['alter table public.bids add constraint positive check (amount > 0)', 'read', 'bids'],
  ['update public.users set nickname = nickname', 'changed', 'users'],
] as const)('%s is refused: %s', { tags: ['release'] }, async (statement, fault, what) => {
  const { sql, url, drop } = await createTestDatabase({ empty: true })
  onTestFinished(drop)
  await restoreRelease(sql, url, await readRelease(FIRST_RELEASE))
  const seen = await carryOut(sql, statement)
  expect(seen[fault]).toContain(what)
})

test('what decision 017 allows is not complained about', async () => {
  const { sql, url, drop } = await createTestDatabase({ empty: true })
  onTestFinished(drop)
  await restoreRelease(sql, url, await readRelease(FIRST_RELEASE))
  const seen = await carryOut(
    sql,
    `alter table public.bids add column note text, add column weight integer not null default 1;
     alter table public.bids add constraint light check (weight < 10) not valid;
     create table public.notes (bid_id bigint references public.bids, words text)`,
  )
  expect(complaintsAbout('allowed', seen)).toEqual([])
})

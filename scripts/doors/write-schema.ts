/** What the four doors need in a database, as one executable text: `scripts/doors/schema.sql`. */
import { readSchema, SCHEMA_FOLDER } from '#server/platform/db/schema-files.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { readSections } from '../describe-schema.ts'

const SCHEMAS = ['auth', 'realtime', 'storage']
const FOREIGN_KEY = /^ {2}constraint (\S+) (FOREIGN KEY .*?),?$/gm

/** Roles belong to the whole cluster: nothing is written where another database has them already. */
const ROLES = `
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
  if not (select rolcanlogin from pg_roles where rolname = 'authenticator') then
    alter role authenticator login;
  end if;
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role('authenticator', wanted, 'member') then
      execute format('grant %I to authenticator', wanted);
    end if;
  end loop;
end
$$;`

/** `sql` is a database of Tune's, of which the doors' part is described: without its row policies, which are Tune's. */
export async function writeDoorsSchema(sql: Sql): Promise<string> {
  const found = await readSections(sql, SCHEMAS)
  const tables = found.Tables ?? []
  const { functions } = await readSchema(SCHEMA_FOLDER)
  const ours = functions.filter(({ path }) => SCHEMAS.some((schema) => path.startsWith(`${schema}/`)))
  return [
    '-- Written by `npm run schema`. What the four doors need in a database that is not Tune’s.',
    ROLES,
    'grant usage on schema public to anon, authenticated, service_role;',
    ...SCHEMAS.map((schema) => `create schema if not exists ${schema};`),
    ...(found.Types ?? []),
    ...tables.flatMap(sequencesOf),
    ...tables.map(withoutForeignKeys),
    ...tables.flatMap(ownersOf),
    ...tables.flatMap(foreignKeysOf),
    ...(found.Indexes ?? []),
    ...ours.map(({ text }) => text),
    ...(found.Triggers ?? []).filter((trigger) => !trigger.includes('private.')),
    ...(found.Grants ?? []),
    "create publication realtime_messages for table realtime.messages with (publish = 'insert');",
    '',
  ].join('\n')
}

const SEQUENCE = /^ {2}(\w+) .*?nextval\('(.+?)'::regclass\)/gm

const sequencesOf = (table: string): string[] =>
  [...table.matchAll(SEQUENCE)].map(([, , sequence]) => `create sequence ${sequence};`)

const ownersOf = (table: string): string[] =>
  [...table.matchAll(SEQUENCE)].map(
    ([, column, sequence]) => `alter sequence ${sequence} owned by ${nameOf(table)}.${column};`,
  )

const nameOf = (table: string): string => /^create \w*\s?table (\S+)/.exec(table)?.[1] ?? ''

const withoutForeignKeys = (table: string): string =>
  table
    .replaceAll(FOREIGN_KEY, '')
    .replaceAll(/\n+(?=\n)/g, '')
    .replace(/,\s*\n\)/, '\n)')

function foreignKeysOf(table: string): string[] {
  return [...table.matchAll(FOREIGN_KEY)].map(
    ([, constraint, definition]) =>
      `alter table ${nameOf(table)} add constraint ${constraint} ${definition};`,
  )
}

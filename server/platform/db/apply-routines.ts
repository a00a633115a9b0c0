/**
 * Applies functions and views as their files define them, whatever was there before, within the caller's transaction,
 * so that concurrent sessions see either all of the former or all of the new ones. A function keeps its identity
 * (`create or replace`), and with it the triggers, checks, indexes and policies that use it.
 */
import type { ReservedSql } from 'postgres'
import type { Schema } from './schema-files.ts'

/** All functions and views in these schemas are ours, except an extension's. */
const OURS = `('public', 'auth', 'private', 'storage', 'realtime', 'ledger', 'market', 'chain')`
const NOT_OF_AN_EXTENSION = (catalogue: string) => `not exists (
  select from pg_depend
  where classid = '${catalogue}'::regclass and objid = ${catalogue}.oid and deptype = 'e'
)`

/** All at once, whatever the order of their dependencies. `applyRoutines` creates them again. */
export const DROP_VIEWS = `
do $$
declare
  views text;
begin
  select string_agg(pg_class.oid::regclass::text, ', ') into views
  from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'v' and nspname in ${OURS} and ${NOT_OF_AN_EXTENSION('pg_class')};
  if views is not null then
    execute 'drop view ' || views;
  end if;
end
$$`

/** Grants are what the files say; `create or replace` alone would keep the previous ones. */
const REVOKE_GRANTS = `
do $$
declare
  granted record;
begin
  for granted in
    select string_agg(distinct pg_proc.oid::regprocedure::text, ', ') as routines,
      case grantee when 0 then 'public' else grantee::regrole::text end as grantee
    from pg_proc
    join pg_namespace on pg_namespace.oid = pronamespace
    cross join aclexplode(proacl) as acl
    where nspname in ${OURS} and grantee <> proowner and ${NOT_OF_AN_EXTENSION('pg_proc')}
    group by grantee
  loop
    execute format('revoke all on routine %s from %s', granted.routines, granted.grantee);
  end loop;
end
$$`

/** Applying a file gives its functions a new row version in the catalogue: those that keep theirs have no file. */
const REMEMBER_FUNCTIONS = `
create temporary table functions_before on commit drop as
select pg_proc.oid, pg_proc.ctid as place, prosrc
from pg_proc
join pg_namespace on pg_namespace.oid = pronamespace
where nspname in ${OURS} and ${NOT_OF_AN_EXTENSION('pg_proc')}`

const DROP_FUNCTIONS_WITHOUT_FILE = `
do $$
declare
  gone text;
begin
  select string_agg(pg_proc.oid::regprocedure::text, ', ') into gone
  from pg_proc
  join functions_before using (oid)
  where pg_proc.ctid = place;
  if gone is not null then
    execute 'drop routine ' || gone;
  end if;
end
$$`

/** Rows that were indexed, computed or checked by the former rule would silently contradict the new one. */
const REFUSE_ANOTHER_RULE = `
do $$
declare
  changed text;
begin
  select format('%s is what %s rests on', pg_proc.oid::regprocedure, pg_describe_object(classid, objid, 0)) into changed
  from functions_before
  join pg_proc using (oid)
  join pg_depend on refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid
  where pg_proc.prosrc <> functions_before.prosrc and (
    classid = 'pg_constraint'::regclass
    or classid = 'pg_class'::regclass and (select relkind from pg_class where oid = objid) = 'i'
    or classid = 'pg_attrdef'::regclass and exists (
      select
      from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_attrdef.oid = objid and attgenerated <> ''
    )
  )
  limit 1;
  if changed is not null then
    raise exception '%: another rule is another function, which a migration puts in its place', changed;
  end if;
end
$$`

/** Throws when something that stays depends on a function without a file. */
export async function applyRoutines(
  tx: ReservedSql,
  { functions, views }: Pick<Schema, 'functions' | 'views'>,
): Promise<void> {
  await tx.unsafe(`${DROP_VIEWS}; ${REVOKE_GRANTS}; ${REMEMBER_FUNCTIONS}`).simple()
  for (const file of functions) await runFile(tx, file.path, file.text)
  await tx.unsafe(`${REFUSE_ANOTHER_RULE}; ${DROP_FUNCTIONS_WITHOUT_FILE}`).simple()
  for (const file of views) await runFile(tx, file.path, file.text)
}

/** A fault names its file. */
export async function runFile(connection: ReservedSql, path: string, text: string): Promise<void> {
  try {
    await connection.unsafe(text).simple()
  } catch (fault) {
    if (fault instanceof Error) fault.message = `${path}: ${fault.message}`
    throw fault
  }
}

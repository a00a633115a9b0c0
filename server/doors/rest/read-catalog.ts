/** Postgres' own catalogs: what the exposed schema contains. Types are written with their schema. */
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { EXPOSED, type FunctionInfo } from './schema.ts'

type CatalogTable = {
  name: string
  columns: { name: string; type: string; fallback: string | null }[]
  primaryKey: string[]
}
export type CatalogKey = {
  name: string
  from: string
  columns: string[]
  to: string
  targets: string[]
  /** Whether the columns identify a row of the table they are in. */
  unique: boolean
}
export type Catalog = { tables: CatalogTable[]; keys: CatalogKey[]; functions: FunctionInfo[] }

/** Everything that a schema is made of, read under one snapshot. */
export async function readCatalog(sql: Sql): Promise<Catalog> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    // Without a search path, types are written with their schema.
    await tx`select set_config('search_path', '', true)`
    return { tables: await readTables(tx), keys: await readKeys(tx), functions: await readFunctions(tx) }
  })) as Catalog
}

async function readTables(tx: Tx): Promise<CatalogTable[]> {
  return tx<CatalogTable[]>`
    select c.relname as name,
      coalesce((
        select json_agg(json_build_object(
          'name', a.attname,
          'type', pg_catalog.format_type(a.atttypid, -1),
          'fallback', case
            when a.attidentity <> '' then (
              select format('nextval(%L)', s.objid::regclass) from pg_catalog.pg_depend s
              where s.classid = 'pg_catalog.pg_class'::regclass and s.deptype = 'i'
                and s.refclassid = s.classid and s.refobjid = c.oid and s.refobjsubid = a.attnum
            )
            when a.attgenerated = '' then
              coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault)
          end
        ) order by a.attnum)
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_type t on t.oid = a.atttypid
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ), '[]') as columns,
      coalesce((
        select json_agg(a.attname order by k.place)
        from pg_catalog.pg_constraint p
        cross join lateral unnest(p.conkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number
        where p.conrelid = c.oid and p.contype = 'p'
      ), '[]') as "primaryKey"
    from pg_catalog.pg_class c
    where c.relnamespace = ${EXPOSED}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`
}

async function readKeys(tx: Tx): Promise<CatalogKey[]> {
  return tx<CatalogKey[]>`
    select conname as name, near.relname as "from", far.relname as "to",
      (select array_agg(a.attname::text order by k.place)
        from unnest(conkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = conrelid and a.attnum = k.number) as columns,
      (select array_agg(a.attname::text order by k.place)
        from unnest(confkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = confrelid and a.attnum = k.number) as targets,
      exists (
        select from pg_catalog.pg_index
        where indrelid = conrelid and indisunique and indpred is null
          and (indkey::int2[])[0 : indnkeyatts - 1] <@ conkey and conkey <@ (indkey::int2[])[0 : indnkeyatts - 1]
      ) as "unique"
    from pg_catalog.pg_constraint
    join pg_catalog.pg_class near on near.oid = conrelid
    join pg_catalog.pg_class far on far.oid = confrelid
    where contype = 'f' and conparentid = 0
      and near.relnamespace = ${EXPOSED}::regnamespace and far.relnamespace = ${EXPOSED}::regnamespace
    order by near.relname, conname`
}

/** Functions whose parameters have names, and which answer one value or nothing; the first of each name. */
async function readFunctions(tx: Tx): Promise<FunctionInfo[]> {
  return tx<FunctionInfo[]>`
    select distinct on (p.proname) p.proname as name, p.provolatile = 'v' as writes,
      p.prorettype = 'void'::regtype as "isVoid",
      coalesce((
        select json_agg(json_build_object(
          'name', p.proargnames[a.place], 'type', pg_catalog.format_type(a.type, -1),
          'optional', a.place > p.pronargs - p.pronargdefaults
        ) order by a.place)
        from unnest(p.proargtypes::oid[]) with ordinality a (type, place)
      ), '[]') as parameters
    from pg_catalog.pg_proc p
    join pg_catalog.pg_type t on t.oid = p.prorettype
    where p.pronamespace = ${EXPOSED}::regnamespace and p.prokind = 'f' and not p.proretset
      and p.proargmodes is null and p.provariadic = 0 and '' <> all (coalesce(p.proargnames, '{}'))
      and (p.pronargs = 0 or p.proargnames is not null)
      and t.typtype <> 'c' and t.typname not in ('trigger', 'event_trigger', 'record')
    order by p.proname, p.oid`
}

/** Postgres' own catalogs: what the exposed schemas contain. Types are written with their schema. */
import type { Sql, Tx } from '../../platform/db/sql.ts'

export type CatalogTable = {
  oid: number
  schema: string
  name: string
  isView: boolean
  insertable: boolean
  updatable: boolean
  deletable: boolean
  comment: string | null
  columns: CatalogColumn[]
  primaryKey: string[]
}
type CatalogColumn = {
  place: number
  name: string
  type: string
  declared: string
  nullable: boolean
  fallback: string | null
  comment: string | null
}
type CatalogKey = {
  name: string
  from: number
  columns: string[]
  to: number
  targets: string[]
  /** Whether the columns identify a row of the table they are in. */
  unique: boolean
}
type CatalogView = { oid: number; tree: string }
export type CatalogFunction = {
  schema: string
  name: string
  parameters: { name: string; type: string; optional: boolean; variadic: boolean }[]
  /** The table whose row is its only parameter, by its number; null for another parameter. */
  rowOf: number | null
  volatility: 'i' | 's' | 'v'
  returnsSet: boolean
  /** Whether it says that it answers one row. */
  oneRow: boolean
  returnType: string
  returnName: string
  kind: 'void' | 'scalar' | 'row'
  /** The table whose rows it answers, by its number. */
  table: number | null
  columns: { name: string; type: string }[]
  isDomain: boolean
  /** Whether it answers bytes. */
  isBytes: boolean
  comment: string | null
}

/** Everything that a schema is made of, read under one snapshot. */
export type Catalog = {
  /** Of the exposed schemas. */
  tables: CatalogTable[]
  /** Of all schemas: a view may show a table of another. */
  keys: CatalogKey[]
  primaryKeys: { table: number; columns: string[] }[]
  /** Columns of every table that a key refers to, by place. */
  names: { table: number; place: number; name: string }[]
  views: CatalogView[]
  functions: CatalogFunction[]
}

export async function readCatalog(sql: Sql, schemas: readonly string[]): Promise<Catalog> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    // Without a search path, types are written with their schema.
    await tx`select set_config('search_path', '', true)`
    const [tables, keys, views, functions] = [
      await readTables(tx, schemas),
      await readKeys(tx),
      await readViews(tx, schemas),
      await readFunctions(tx, schemas),
    ]
    return { tables, ...keys, views, functions }
  })) as Catalog
}

async function readTables(tx: Tx, schemas: readonly string[]): Promise<CatalogTable[]> {
  return tx<CatalogTable[]>`
    select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as "isView",
      c.relkind in ('r', 'p') or pg_catalog.pg_relation_is_updatable(c.oid, true) & 8 = 8 as insertable,
      c.relkind in ('r', 'p') or pg_catalog.pg_relation_is_updatable(c.oid, true) & 4 = 4 as updatable,
      c.relkind in ('r', 'p') or pg_catalog.pg_relation_is_updatable(c.oid, true) & 16 = 16 as deletable,
      pg_catalog.obj_description(c.oid, 'pg_class') as comment,
      coalesce((
        select json_agg(json_build_object(
          'place', a.attnum,
          'name', a.attname,
          'type', pg_catalog.format_type(a.atttypid, -1),
          'declared', pg_catalog.format_type(a.atttypid, a.atttypmod),
          'nullable', not a.attnotnull,
          'fallback', case
            when a.attidentity <> '' then (
              select format('nextval(%L)', s.objid::regclass) from pg_catalog.pg_depend s
              where s.classid = 'pg_catalog.pg_class'::regclass and s.deptype = 'i'
                and s.refclassid = s.classid and s.refobjid = c.oid and s.refobjsubid = a.attnum
            )
            when a.attgenerated = '' then
              coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault)
          end,
          'comment', pg_catalog.col_description(c.oid, a.attnum)
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
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${[...schemas]}) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    order by n.nspname, c.relname`
}

async function readKeys(tx: Tx): Promise<Pick<Catalog, 'keys' | 'primaryKeys' | 'names'>> {
  const keys = await tx<CatalogKey[]>`
    select conname as name, conrelid::int8 as "from", confrelid::int8 as "to",
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
    where contype = 'f' and conparentid = 0
    order by conrelid, conname`
  const primaryKeys = await tx<Catalog['primaryKeys']>`
    select conrelid::int8 as table, array_agg(a.attname::text order by k.place) as columns
    from pg_catalog.pg_constraint
    cross join lateral unnest(conkey) with ordinality k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = conrelid and a.attnum = k.number
    where contype = 'p'
    group by conrelid`
  const names = await tx<Catalog['names']>`
    select attrelid::int8 as table, attnum::int as place, attname::text as name
    from pg_catalog.pg_attribute
    where attnum > 0 and not attisdropped and attrelid in (
      select conrelid from pg_catalog.pg_constraint where contype in ('p', 'f')
    )`
  return { keys, primaryKeys, names }
}

async function readViews(tx: Tx, schemas: readonly string[]): Promise<CatalogView[]> {
  return tx<CatalogView[]>`
    select c.oid::int8 as oid, r.ev_action::text as tree
    from pg_catalog.pg_rewrite r
    join pg_catalog.pg_class c on c.oid = r.ev_class
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${[...schemas]}) and c.relkind in ('v', 'm') and r.rulename = '_RETURN'`
}

async function readFunctions(tx: Tx, schemas: readonly string[]): Promise<CatalogFunction[]> {
  return tx<CatalogFunction[]>`
    select n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proretset as "returnsSet",
      p.proretset and p.prorows = 1 as "oneRow",
      pg_catalog.format_type(p.prorettype, -1) as "returnType", t.typname as "returnName",
      case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or b.typtype = 'c' or p.proargmodes::text[] && '{t,b,o}' then 'row'
        else 'scalar'
      end as kind,
      nullif(coalesce(nullif(t.typrelid, 0), b.typrelid)::int8, 0) as table, t.typtype = 'd' as "isDomain",
      coalesce(b.typname, t.typname) = 'bytea' as "isBytes",
      case when p.pronargs = 1 then nullif((
        select q.typrelid from pg_catalog.pg_type q where q.oid = p.proargtypes[0]
      )::int8, 0) end as "rowOf",
      coalesce((
        select json_agg(json_build_object(
          'name', coalesce(a.name, ''), 'type', pg_catalog.format_type(a.type, -1),
          'optional', a.place > p.pronargs - p.pronargdefaults,
          'variadic', p.provariadic <> 0 and a.place = p.pronargs
        ) order by a.place)
        from unnest(p.proargtypes::oid[], (
          select array_agg(p.proargnames[g.number] order by g.number)
          from generate_series(1, coalesce(cardinality(p.proargmodes), p.pronargs)) g (number)
          where p.proargmodes is null or p.proargmodes[g.number] in ('i', 'b', 'v')
        )) with ordinality a (type, name, place)
        where a.type is not null
      ), '[]') as parameters,
      coalesce((
        select json_agg(json_build_object(
          'name', coalesce(p.proargnames[g.number], ''), 'type', pg_catalog.format_type(p.proallargtypes[g.number], -1)
        ) order by g.number)
        from generate_series(1, cardinality(p.proargmodes)) g (number)
        where p.proargmodes[g.number] in ('t', 'o', 'b')
      ), '[]') as columns,
      pg_catalog.obj_description(p.oid, 'pg_proc') as comment
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type t on t.oid = p.prorettype
    left join pg_catalog.pg_type b on b.oid = t.typbasetype and t.typbasetype <> 0
    where n.nspname = any (${[...schemas]}) and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
    order by n.nspname, p.proname, p.oid`
}

/** The exposed schema: tables, their columns and keys, how they refer to each other, and functions. */
import type { Sql } from '../../platform/db/sql.ts'

type ForeignKey = {
  name: string
  from: string
  columns: string[]
  to: string
  targets: string[]
  unique: boolean
}
export type TableInfo = { name: string; columns: Map<string, string>; primaryKey: string[] }
export type FunctionInfo = {
  name: string
  parameters: { name: string; type: string; optional: boolean }[]
  returnsSet: boolean
  returnsVoid: boolean
  isVolatile: boolean
}
export type Schema = {
  tables: Map<string, TableInfo>
  foreignKeys: ForeignKey[]
  functions: FunctionInfo[]
}

/** The schema as cached; read again when `isComplete` misses something in it. */
export type SchemaWith = (isComplete: (schema: Schema) => boolean) => Promise<Schema>

const RELOAD_AFTER_MS = 1000

/** Reads the schema once, and again when a request names something it does not contain. */
export function createSchemaCache(sql: Sql): SchemaWith {
  let loaded: { schema: Promise<Schema>; at: number } | null = null
  function load(): Promise<Schema> {
    const schema = readSchema(sql)
    loaded = { schema, at: Date.now() }
    schema.catch(() => {
      loaded = null
    })
    return schema
  }
  return async (isComplete) => {
    const schema = await (loaded?.schema ?? load())
    if (isComplete(schema) || (loaded && Date.now() - loaded.at < RELOAD_AFTER_MS)) return schema
    return load()
  }
}

async function readSchema(sql: Sql): Promise<Schema> {
  const [columns, keys, foreignKeys, functions] = await Promise.all([
    sql<{ table: string; column: string; type: string }[]>`
      select c.relname as table, attname as column, format_type(atttypid, atttypmod) as type
      from pg_class c
      join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      order by c.relname, attnum`,
    sql<{ table: string; columns: string[] }[]>`
      select conrelid::regclass::text as table,
        array(
          select attname::text from unnest(conkey) with ordinality k (num, place)
          join pg_attribute on attrelid = conrelid and attnum = num
          order by place
        ) as columns
      from pg_constraint
      where contype in ('p') and connamespace = 'public'::regnamespace`,
    sql<ForeignKey[]>`
      select conname as name, source.relname as "from", target.relname as "to",
        array(
          select attname::text from unnest(conkey) with ordinality k (num, place)
          join pg_attribute on attrelid = conrelid and attnum = num
          order by place
        ) as columns,
        array(
          select attname::text from unnest(confkey) with ordinality k (num, place)
          join pg_attribute on attrelid = confrelid and attnum = num
          order by place
        ) as targets,
        exists (
          select from pg_index
          where indrelid = conrelid and indisunique and indpred is null
            and indkey::int2[] @> conkey and conkey @> indkey::int2[]
        ) as "unique"
      from pg_constraint
      join pg_class source on source.oid = conrelid
      join pg_class target on target.oid = confrelid
      where contype = 'f' and connamespace = 'public'::regnamespace
        and target.relnamespace = 'public'::regnamespace`,
    sql<FunctionInfo[]>`
      select proname as name,
        coalesce((
          select json_agg(json_build_object(
            'name', argument.name,
            'type', format_type(argument.type, null),
            'optional', argument.place > pronargs - pronargdefaults
          ) order by argument.place)
          from unnest(proargtypes::oid[], proargnames[1 : pronargs])
            with ordinality argument (type, name, place)
        ), '[]') as parameters,
        proretset as "returnsSet", prorettype = 'void'::regtype as "returnsVoid",
        provolatile = 'v' as "isVolatile"
      from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype`,
  ])
  const tables = new Map<string, TableInfo>()
  for (const { table, column, type } of columns) {
    const info = tables.get(table) ?? { name: table, columns: new Map(), primaryKey: [] }
    info.columns.set(column, type)
    tables.set(table, info)
  }
  for (const { table, columns: key } of keys) {
    const info = tables.get(table)
    if (info) info.primaryKey = key
  }
  return { tables, foreignKeys, functions }
}

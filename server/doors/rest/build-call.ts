/** A call of a function as SQL: something that rows can be read from. */
import type { FunctionInfo, Parameter, TableInfo } from './schema.ts'
import { arrayLiteral, ident, qualified, type Statement } from './statement.ts'

export type Arguments =
  /** By name, as an object of JSON text. */
  | { kind: 'json'; json: string; given: string[] }
  /** By name, as texts; several for a parameter that takes any number. */
  | { kind: 'texts'; given: Map<string, string[]> }
  /** The body as it is, for the only parameter; bytes in hexadecimal digits. */
  | { kind: 'whole'; text: string; bytes: boolean }

/** `columns`: what is brought of each row of the call, `pgrst_call`. */
export function buildCall(
  statement: Statement,
  info: FunctionInfo,
  args: Arguments,
  columns: string[],
): string {
  const { list, from } = argumentsSql(statement, info, args)
  const call = `${qualified(info.schema, info.name)}(${list})`
  if (info.returns !== 'row') return `select ${call} as pgrst_scalar${from && ` from ${from}`}`
  return `select ${columns.join(', ')} from ${from && `${from}, lateral `}${call} pgrst_call`
}

function argumentsSql(
  statement: Statement,
  info: FunctionInfo,
  args: Arguments,
): { list: string; from: string } {
  if (args.kind === 'whole') {
    const value = statement.text(args.text)
    const type = info.parameters[0]?.type
    return { list: args.bytes ? `decode(${value}, 'hex')` : `${value}::${type}`, from: '' }
  }
  if (args.kind === 'texts') {
    const list = info.parameters.flatMap((parameter) => {
      const values = args.given.get(parameter.name)
      return values ? named(parameter, `${statement.text(textOf(parameter, values))}::${parameter.type}`) : []
    })
    return { list: list.join(', '), from: '' }
  }
  const given = info.parameters.filter(({ name }) => args.given.includes(name))
  if (given.length === 0) return { list: '', from: '' }
  const types = given.map(({ name, type }) => `${ident(name)} ${type}`).join(', ')
  return {
    list: given.map((parameter) => named(parameter, `pgrst_body.${ident(parameter.name)}`)).join(', '),
    from: `json_to_record(${statement.text(args.json)}::json) as pgrst_body (${types})`,
  }
}

function named({ name, variadic }: Parameter, value: string): string {
  return `${variadic ? 'variadic ' : ''}${ident(name)} => ${value}`
}

/** The last counts where only one value is taken. */
function textOf({ variadic }: Parameter, values: string[]): string {
  return variadic ? arrayLiteral(values) : (values.at(-1) ?? '')
}

/** The rows of a function as those of a table: of the one it says, or of its own columns. */
export function rowsOf(info: FunctionInfo, tables: Map<string, TableInfo>): TableInfo {
  const table = info.table === null ? undefined : tables.get(info.table)
  if (table) return table
  const column = (type: string) => ({ type, declared: type, nullable: true, fallback: null, comment: null })
  return {
    schema: info.schema,
    name: info.name,
    columns: new Map(info.columns.map(({ name, type }) => [name, column(type)])),
    ...{ computed: new Map(), primaryKey: [], isView: false, comment: null },
    ...{ insertable: false, updatable: false, deletable: false },
  }
}

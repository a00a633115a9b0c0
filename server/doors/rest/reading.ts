/** What the builders of a read pass to each other. */
import type { OrderTerm } from './parse-order.ts'
import type { Query } from './parse-query.ts'
import type { Aggregate, SelectItem } from './parse-select.ts'
import type { Schema, TableInfo } from './schema.ts'
import type { Statement } from './statement.ts'

export type Reading = {
  statement: Statement
  schema: Schema
  query: Query
  /** Whether they may be used. */
  aggregates: boolean
  /** Of each relation; null for any number. */
  maxRows: number | null
}

/** One table in the tree of what is asked for. */
export type Node = {
  table: TableInfo
  alias: string
  /** The aliases of the tables it is embedded in, from the outermost. */
  within: string[]
  /** How parameters may name it: by aliases or by relations, all the way down. */
  paths: string[]
  items: SelectItem[]
  /** Whether aggregates are left to the parent, which shows the columns as its own. */
  hoists: boolean
  /** Whether its columns become lists of the parent: then each row of what it embeds is one of theirs. */
  lists: boolean
  /** What `*` means; null for all that the source has. */
  star: string[] | null
  /** Whether the alias stands for the table itself, rather than for some of its columns. */
  whole: boolean
}

/** A column that a select brings; with an aggregate, its parent is to apply that. */
export type Output = {
  name: string
  aggregate: { function: Aggregate; cast: string | null; as: string } | null
}

/** Everything of a select but what it selects from. */
export type Part = {
  columns: string
  embeds: Embedded[]
  conditions: string[]
  /** What follows the conditions: grouping, order and slice. */
  tail: string
  outputs: Output[]
}

/** A relation joined to its parent. */
export type Embedded = {
  /** What its rows are called in the answer, and in filters and orders. */
  name: string
  /** Of the joined row. */
  alias: string
  join: string
  /** Whether there is one row at most. */
  toOne: boolean
  /** Whether the join brings a row for each of its rows, rather than a list of them. */
  plain: boolean
  spread: boolean
  inner: boolean
  /** Whether anything is selected of it. */
  shown: boolean
  /** Whether a filter asks if it has rows. */
  referenced: boolean
  outputs: Output[]
  /** The parent's order terms that speak of it. */
  orders: OrderTerm[]
}

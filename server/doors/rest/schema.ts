/** What is known of the schema `public`: its tables, how they refer to each other, and its functions. */

export type Column = {
  /** As SQL writes it, without a length: a value that is too long is refused, not cut. */
  type: string
  /** The expression of its default as SQL; null if there is none. */
  fallback: string | null
}

export type TableInfo = {
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
}

/** Columns of two tables that must be equal. */
export type Pair = [own: string, other: string]

/** How rows of `from` lead to rows of `to`: by a foreign key, in one of its two directions. */
export type Relationship = {
  from: string
  to: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  constraint: string
  pairs: Pair[]
}

export type Parameter = { name: string; type: string; optional: boolean }
export type FunctionInfo = {
  name: string
  parameters: Parameter[]
  /** Whether it may change something. */
  writes: boolean
  /** Whether it answers nothing; otherwise one value. */
  isVoid: boolean
}

export type Schema = {
  tables: Map<string, TableInfo>
  /** By the table they start from. */
  relationships: Map<string, Relationship[]>
  functions: Map<string, FunctionInfo>
}

/** The only schema that callers see. */
export const EXPOSED = 'public'

/** What is known of an exposed schema: its tables, how they refer to each other, and its functions. */

export type Column = {
  /** As SQL writes it, without a length: a value that is too long is refused, not cut. */
  type: string
  /** As it was declared. */
  declared: string
  nullable: boolean
  /** The expression of its default as SQL; null if there is none. */
  fallback: string | null
  comment: string | null
}

export type TableInfo = {
  schema: string
  name: string
  columns: Map<string, Column>
  /** Types of what functions compute from a row of it, by name. */
  computed: Map<string, string>
  primaryKey: string[]
  isView: boolean
  insertable: boolean
  updatable: boolean
  deletable: boolean
  comment: string | null
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
/** Columns of two tables that must be equal. */
export type Pair = [own: string, other: string]

/** How rows of `from` lead to rows of `to`. */
export type Relationship =
  | {
      kind: 'key'
      from: string
      to: string
      toView: boolean
      cardinality: Exclude<Cardinality, 'many-to-many'>
      constraint: string
      pairs: Pair[]
    }
  | {
      kind: 'junction'
      from: string
      to: string
      toView: boolean
      cardinality: 'many-to-many'
      junction: string
      /** From `from` to the junction, and from `to` to it. */
      near: { constraint: string; pairs: Pair[] }
      far: { constraint: string; pairs: Pair[] }
    }
  | { kind: 'computed'; from: string; to: string; function: string; functionSchema: string; isToOne: boolean }

export type Parameter = { name: string; type: string; optional: boolean; variadic: boolean }
export type FunctionInfo = {
  schema: string
  name: string
  parameters: Parameter[]
  volatility: 'immutable' | 'stable' | 'volatile'
  returnsSet: boolean
  returns: 'void' | 'scalar' | 'row'
  /** The exposed table whose rows it answers, by name; null for none. */
  table: string | null
  /** Columns of the rows it answers, where they are no table's. */
  columns: { name: string; type: string }[]
  /** The media type of what it answers: the name of its domain, such as "image/png"; null for none. */
  mediaType: string | null
  /** Whether what it answers are bytes. */
  isBytes: boolean
  comment: string | null
}

export type Schema = {
  name: string
  tables: Map<string, TableInfo>
  /** By the table they start from. */
  relationships: Map<string, Relationship[]>
  /** By name; several where it is overloaded. */
  functions: Map<string, FunctionInfo[]>
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.isToOne
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

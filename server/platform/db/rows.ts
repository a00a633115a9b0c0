/** What a statement answers, checked. Whatever carries money or rights is read this way: a cast would believe anything. */
import * as v from 'valibot'

/** All rows as `schema` says they are. Throws where one is not: then the statement is wrong, or the table. */
export function rows<const Schema extends v.GenericSchema>(
  schema: Schema,
  answered: readonly unknown[],
): v.InferOutput<Schema>[] {
  return answered.map((row) => v.parse(schema, row))
}

/** The one row that there is, or undefined. */
export function row<const Schema extends v.GenericSchema>(
  schema: Schema,
  answered: readonly unknown[],
): v.InferOutput<Schema> | undefined {
  return rows(schema, answered)[0]
}

/** An amount in whole centavos, of either sign: a wallet may be below zero. */
export const centavos = v.pipe(v.number(), v.safeInteger())
/** The number of a row. */
export const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

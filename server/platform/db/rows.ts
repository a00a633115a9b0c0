/**
 * Checked results of statements. Whatever carries money or rights is read this way: a cast would believe anything.
 */
import * as v from 'valibot'
import { REFUSALS } from '#domain/refusal.ts'

/** All rows, parsed by `schema`. Throws where one does not match: then the statement is wrong, or the table. */
export function parseRows<const Schema extends v.GenericSchema>(
  schema: Schema,
  returned: readonly unknown[],
): v.InferOutput<Schema>[] {
  return returned.map((row) => v.parse(schema, row))
}

/** The only row, or undefined. */
export function parseRow<const Schema extends v.GenericSchema>(
  schema: Schema,
  returned: readonly unknown[],
): v.InferOutput<Schema> | undefined {
  return parseRows(schema, returned)[0]
}

/** The row of a statement that always returns one, as an insert does; throws where it has not. */
export function parseSoleRow<const Schema extends v.GenericSchema>(
  schema: Schema,
  returned: readonly unknown[],
): v.InferOutput<Schema> {
  return v.parse(schema, returned[0])
}

/** An amount in whole centavos, of either sign: a wallet may be below zero. */
export const centavos = v.pipe(v.number(), v.safeInteger())
/** The number of a row. */
export const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** A count. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * Why a function of the database refuses, or null. The database may be of a newer version than this process, and refuse for a reason
 * that it does not know: that is told as a refusal all the same (decision 017).
 */
export const refusalOrNull = v.nullable(
  v.union([
    v.picklist(REFUSALS),
    v.pipe(
      v.string(),
      v.transform(() => 'refused_otherwise' as const),
    ),
  ]),
)

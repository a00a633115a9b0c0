/** From messages of the log to changes. */
import type { Change, FeedListener } from './change.ts'
import { toJson } from './json-values.ts'
import { type Relation, readMessage, type Tuple } from './pgoutput.ts'

/** `types` are the names of types by their number. */
export function createDecoder(
  types: Map<number, string>,
  { wants, onChange }: Pick<FeedListener, 'wants' | 'onChange'>,
): (bytes: Buffer) => void {
  const relations = new Map<number, Relation>()
  let commitTime = ''
  let transaction = 0
  let commit = ''
  let place = 0

  /** A relation that was never described counts as wanted, so that it is reported as a fault. */
  function wanted(relationId: number): boolean {
    const relation = relations.get(relationId)
    return !relation || wants(relation.schema, relation.table)
  }

  function emit(type: Change['type'], relationId: number, after: Tuple | null, before: Tuple | null): void {
    const relation = relations.get(relationId)
    if (!relation) throw new Error(`change of a relation ${relationId} that was never described`)
    const typed = relation.columns.map(({ name, type: oid, isKey }) => ({
      name,
      type: types.get(oid) ?? 'text',
      isKey,
    }))
    const pick = (tuple: Tuple, keysOnly: boolean) =>
      Object.fromEntries(
        typed.flatMap((column, index) => {
          const value = tuple[index]
          const wanted = value !== undefined && (!keysOnly || column.isKey)
          return wanted ? [[column.name, toJson(value, column.type)]] : []
        }),
      )
    onChange({
      schema: relation.schema,
      table: relation.table,
      type,
      commitTime,
      transaction,
      position: `${commit}/${(place++).toString(16).padStart(8, '0')}`,
      columns: typed,
      record: after ? pick(after, false) : {},
      oldRecord: before ? pick(before, true) : after && type === 'UPDATE' ? pick(after, true) : {},
    })
  }

  return (bytes) => {
    const message = readMessage(bytes, wanted)
    switch (message.kind) {
      case 'begin':
        commitTime = message.commitTime.toISOString()
        transaction = message.transaction
        commit = message.position.toString(16).padStart(16, '0')
        place = 0
        break
      case 'relation':
        relations.set(message.relation.id, message.relation)
        break
      case 'insert':
        emit('INSERT', message.relation, message.after, null)
        break
      case 'update':
        emit('UPDATE', message.relation, message.after, message.before)
        break
      case 'delete':
        emit('DELETE', message.relation, null, message.before)
    }
  }
}

/**
 * Reads Postgres' logical replication messages (plugin pgoutput, protocol version 1; Postgres manual, "Logical
 * Replication Message Formats"). Pure: bytes in, messages out.
 */

type Column = { name: string; type: number; isKey: boolean }
export type Relation = { id: number; schema: string; table: string; columns: Column[] }
/** A value in Postgres' text form; `undefined` stands for a large value the change did not touch. */
export type Tuple = (string | null | undefined)[]

export type Message =
  | { kind: 'begin'; position: bigint; transaction: number; commitTime: Date }
  | { kind: 'commit' }
  | { kind: 'relation'; relation: Relation }
  | { kind: 'insert'; relation: number; after: Tuple }
  | { kind: 'update'; relation: number; before: Tuple | null; after: Tuple }
  | { kind: 'delete'; relation: number; before: Tuple }
  | { kind: 'other' }

/** Microseconds between 1970 and 2000, where Postgres' clock begins. */
const POSTGRES_EPOCH_MICROS = 946_684_800_000_000n

/** Rows of relations that are not `wanted` are skipped and reported as another kind of message. */
export function readMessage(bytes: Buffer, wanted: (relation: number) => boolean): Message {
  const reader = new Reader(bytes)
  switch (reader.character()) {
    case 'B':
      return {
        kind: 'begin',
        position: reader.int64(),
        commitTime: new Date(Number((reader.int64() + POSTGRES_EPOCH_MICROS) / 1000n)),
        transaction: reader.int32() >>> 0,
      }
    case 'C':
      return { kind: 'commit' }
    case 'R':
      return { kind: 'relation', relation: readRelation(reader) }
    case 'I': {
      const relation = reader.int32()
      if (!wanted(relation)) return { kind: 'other' }
      reader.skip(1)
      return { kind: 'insert', relation, after: readTuple(reader) }
    }
    case 'U': {
      const relation = reader.int32()
      if (!wanted(relation)) return { kind: 'other' }
      const marker = reader.character()
      if (marker === 'N') return { kind: 'update', relation, before: null, after: readTuple(reader) }
      const before = readTuple(reader)
      reader.skip(1)
      return { kind: 'update', relation, before, after: readTuple(reader) }
    }
    case 'D': {
      const relation = reader.int32()
      if (!wanted(relation)) return { kind: 'other' }
      reader.skip(1)
      return { kind: 'delete', relation, before: readTuple(reader) }
    }
    default:
      return { kind: 'other' }
  }
}

function readRelation(reader: Reader): Relation {
  const id = reader.int32()
  const schema = reader.text()
  const table = reader.text()
  reader.skip(1)
  const columns: Column[] = []
  for (let count = reader.int16(); count > 0; count--) {
    const isKey = (reader.byte() & 1) === 1
    const name = reader.text()
    const type = reader.int32()
    reader.skip(4)
    columns.push({ name, type, isKey })
  }
  return { id, schema, table, columns }
}

function readTuple(reader: Reader): Tuple {
  const values: Tuple = []
  for (let count = reader.int16(); count > 0; count--) {
    switch (reader.character()) {
      case 'n':
        values.push(null)
        break
      case 'u':
        values.push(undefined)
        break
      default:
        values.push(reader.string(reader.int32()))
    }
  }
  return values
}

class Reader {
  #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  skip(count: number): void {
    this.#at += count
  }
  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }
  character(): string {
    return String.fromCharCode(this.byte())
  }
  int16(): number {
    this.#at += 2
    return this.#bytes.readInt16BE(this.#at - 2)
  }
  int32(): number {
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }
  int64(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64BE(this.#at - 8)
  }
  string(length: number): string {
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }
}

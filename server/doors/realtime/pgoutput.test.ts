import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMessage as read } from './pgoutput.ts'

/** Bytes from parts: a text is itself, `int` writes big-endian, `cstring` ends with zero. */
const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
function int(size: 1 | 2 | 4, value: number): Buffer {
  const buffer = Buffer.alloc(size)
  buffer.writeIntBE(value, 0, size)
  return buffer
}
const int64 = (value: bigint) => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64BE(value)
  return buffer
}
const cstring = (text: string) => bytes(text, int(1, 0))
const value = (text: string) => bytes('t', int(4, Buffer.byteLength(text)), text)
const tuple = (...values: (string | null | undefined)[]) =>
  bytes(
    int(2, values.length),
    ...values.map((one) => (one === null ? 'n' : one === undefined ? 'u' : value(one))),
  )

const readMessage = (message: Buffer) => read(message, () => true)

describe('messages', () => {
  test('begin carries the transaction and the time of its commit', () => {
    const micros = BigInt(Date.UTC(2026, 10, 21, 9, 0, 0, 250) - Date.UTC(2000, 0, 1)) * 1000n
    expect(readMessage(bytes('B', int64(1n), int64(micros), int(4, -2)))).toEqual({
      kind: 'begin',
      position: 1n,
      transaction: 2 ** 32 - 2,
      commitTime: new Date('2026-11-21T09:00:00.250Z'),
    })
  })

  test('relation names its columns and says which are the key', () => {
    const column = (flags: number, name: string, type: number) =>
      bytes(int(1, flags), cstring(name), int(4, type), int(4, -1))
    const message = bytes(
      'R',
      int(4, 16_400),
      cstring('public'),
      cstring('mints'),
      'd',
      int(2, 2),
      column(1, 'id', 20),
      column(0, 'status', 25),
    )
    expect(readMessage(message)).toEqual({
      kind: 'relation',
      relation: {
        id: 16_400,
        schema: 'public',
        table: 'mints',
        columns: [
          { name: 'id', type: 20, isKey: true },
          { name: 'status', type: 25, isKey: false },
        ],
      },
    })
  })

  test('insert, update with and without the old key, delete', () => {
    const head = int(4, 9)
    expect(readMessage(bytes('I', head, 'N', tuple('1', null, 'ção')))).toEqual({
      kind: 'insert',
      relation: 9,
      after: ['1', null, 'ção'],
    })
    expect(readMessage(bytes('U', head, 'N', tuple('1', undefined)))).toEqual({
      kind: 'update',
      relation: 9,
      before: null,
      after: ['1', undefined],
    })
    expect(readMessage(bytes('U', head, 'K', tuple('1', null), 'N', tuple('2', 'x')))).toEqual({
      kind: 'update',
      relation: 9,
      before: ['1', null],
      after: ['2', 'x'],
    })
    expect(readMessage(bytes('D', head, 'K', tuple('1')))).toEqual({
      kind: 'delete',
      relation: 9,
      before: ['1'],
    })
  })

  test('rows of relations that nobody wants stay unread', () => {
    const asked: number[] = []
    for (const kind of ['I', 'U', 'D']) {
      const unreadable = bytes(kind, int(4, 9))
      expect(read(unreadable, (relation) => asked.push(relation) === 0)).toEqual({ kind: 'other' })
    }
    expect(asked).toEqual([9, 9, 9])
  })

  test('commit, and kinds that change no row', () => {
    expect(readMessage(bytes('C', int(1, 0)))).toEqual({ kind: 'commit' })
    for (const kind of ['T', 'O', 'Y', 'M']) expect(readMessage(bytes(kind))).toEqual({ kind: 'other' })
  })

  test('any row comes back as it was written', () => {
    const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null), fc.constant(undefined))
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), (row) => {
        expect(readMessage(bytes('I', int(4, 1), 'N', tuple(...row)))).toMatchObject({ after: row })
      }),
    )
  })
})

/**
 * Gzip of texts that begin alike: what they have in common is compressed once, and what each has of its own is stored behind it
 * as it is. To whoever unpacks it, it is one stream like any other (RFC 1952, with the blocks of RFC 1951).
 */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** The compressed beginning of a text; `length` in bytes of UTF-8, `crc` their checksum. */
export type Beginning = { deflated: Buffer; length: number; crc: number }

const deflate = promisify<Buffer, object, Buffer>(deflateRaw)
/** Ends on a whole byte, and lets others follow. */
const TO_BE_CONTINUED = { finishFlush: constants.Z_SYNC_FLUSH }

export async function zipBeginning(text: string): Promise<Beginning> {
  const bytes = Buffer.from(text)
  return { deflated: await deflate(bytes, TO_BE_CONTINUED), length: bytes.length, crc: crc32(bytes) }
}

/** Compressed by deflate, without a name or a time, on any system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const LAST_BLOCK_STORED = 1

/** The whole stream; `rest` is of less than 64 KiB. */
export function zipWith({ deflated, length, crc }: Beginning, rest: string): Buffer {
  const bytes = Buffer.from(rest)
  const block = Buffer.alloc(5)
  block.writeUInt8(LAST_BLOCK_STORED)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(0xffff - bytes.length, 3)
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(bytes, crc))
  tail.writeUInt32LE(length + bytes.length, 4)
  return Buffer.concat([HEAD, deflated, block, bytes, tail])
}

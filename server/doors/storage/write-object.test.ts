import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { filesInFolder } from '../../platform/files/folder.ts'
import { createLogger } from '../../platform/log.ts'
import { StorageError } from './errors.ts'
import { keyOf } from './keys.ts'
import { discard } from './write-object.ts'

/** What the database itself said. */
const told = (code: string) => Object.assign(new postgres.PostgresError('refused'), { code })

test.each([
  ['a refusal of the door', new StorageError('NoSuchKey'), false],
  ['a refusal of the database', told('23514'), false],
  ['a connection that was lost', { code: 'CONNECTION_CLOSED' }, true],
  ['a database that went away', told('57P01'), true],
  ['a connection that failed', told('08006'), true],
  ['a connection that broke while it was written to', { code: 'EPIPE' }, true],
])('after %s the bytes stay only where their row may stand', async (_name, fault, stay) => {
  const folder = await mkdtemp(join(tmpdir(), 'tune-bytes-'))
  const files = filesInFolder(folder)
  const stored = { id: crypto.randomUUID(), version: crypto.randomUUID() }
  await files.put(keyOf(stored), Buffer.from('x'))
  await discard({ files, log: createLogger('silent') }, stored, fault)
  expect(await files.has(keyOf(stored))).toBe(stay)
  await rm(folder, { recursive: true })
})

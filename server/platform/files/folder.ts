/** Bytes as files below a folder: one host's, or one that hosts mount together. */
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { Files, ListedFile, OpenFile } from './files.ts'

export function filesInFolder(folder: string): Files {
  const pathOf = (key: string) => join(folder, checked(key))
  return {
    name: folder,
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes instanceof Blob ? bytes.stream() : bytes, { flush: true })
    },
    async keep(key, bytes) {
      const path = pathOf(key)
      const draft = `${path}.${randomUUID()}.draft`
      await writeFile(draft, bytes)
      await rename(draft, path)
    },
    read: (key) => readFile(pathOf(key)).catch(absent),
    open: (key) => openFile(pathOf(key)),
    async has(key) {
      return (await access(pathOf(key)).then(() => true, absent)) ?? false
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },
    list: () => listFolder(folder),
  }
}

async function openFile(path: string): Promise<OpenFile | null> {
  const file = await open(path).catch(absent)
  if (!file) return null
  const { size } = await file.stat().catch(async (fault: unknown) => {
    await file.close()
    throw fault
  })
  return {
    size,
    // The stream closes the file, also when its reader leaves early. Of an empty file it reads nothing.
    stream: async (range) =>
      Readable.toWeb(
        file.createReadStream(size === 0 ? {} : (range ?? { start: 0, end: size - 1 })),
      ) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  }
}

async function* listFolder(folder: string): AsyncIterable<ListedFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent)
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(absent)
    // Removed since the folder was read.
    if (!found) continue
    yield { key: relative(folder, path).split(sep).join('/'), size: found.size, modified: found.mtime }
  }
}

/** Null for what is not there; every other fault is one. */
function absent(fault: NodeJS.ErrnoException): null {
  if (fault.code === 'ENOENT' || fault.code === 'ENOTDIR') return null
  throw fault
}

/** A key never leads out of the folder. */
function checked(key: string): string {
  if (key.split('/').some((part) => ['', '.', '..'].includes(part)) || key.includes('\\'))
    throw new Error('not a key of a file')
  return key
}

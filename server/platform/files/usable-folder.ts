/** Whether files can be kept in a folder. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What to say of each error of the file system. */
const WHY: Readonly<Record<string, string>> = {
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is below a file, not a folder',
  EACCES: 'may not be written to by this user',
  EPERM: 'may not be written to by this user',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk where this user has no room left',
}

/** Makes the folder where it is missing, and writes to it. Null when that went well, or else why not, after its name. */
export function faultOfFolder(folder: string): string | null {
  const probe = join(folder, `.written-by-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    // A full disk takes an empty file.
    writeFileSync(probe, 'x')
    rmSync(probe)
    return null
  } catch (fault) {
    const { code = '', message } = fault as NodeJS.ErrnoException
    if (existsSync(probe)) rmSync(probe)
    return WHY[code] ?? `cannot be used (${message})`
  }
}

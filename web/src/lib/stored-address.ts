import { PUBLIC_FILES, storedFile } from '#domain/stored-file.ts'
import { config } from './config.ts'

/** A stored file's address on the server in use; an address elsewhere as it is. */
export function storedAddress(address: string): string {
  const file = storedFile(address)
  return file === null ? address : config().url + PUBLIC_FILES + file
}

import type { StorageDoorOptions } from './options.ts'
import { removeBytes, type Stored } from './renditions.ts'

/**
 * Removes bytes that no row names any more. The row is what counts, and it is gone: bytes that cannot be removed now
 * are left to `sweepFiles`.
 */
export async function removeUnreferenced(
  { files, log }: Pick<StorageDoorOptions, 'files' | 'log'>,
  objects: readonly Stored[],
): Promise<void> {
  await removeBytes(files, objects).catch((fault: unknown) => {
    log.error({ err: fault, objects: objects.length }, 'bytes of removed objects stay until they are swept')
  })
}

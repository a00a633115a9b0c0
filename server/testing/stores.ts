/** Where the files of a door under test lie: each kind of store that it can be given. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '../platform/files/files.ts'
import { filesInFolder } from '../platform/files/folder.ts'
import { openS3 } from '../platform/files/s3.ts'
import type { S3Settings } from '../platform/files/s3-settings.ts'
import { theCluster } from './cluster.ts'
import { startEmulators } from './emulators.ts'

export type TestStore = {
  files: Files
  /** The keys of everything, or of what belongs to the object with that id. */
  keys: (id?: string) => Promise<string[]>
  close: () => Promise<void>
}

export const STORES: { store: string; openStore: () => Promise<TestStore> }[] = [
  {
    store: 'a folder',
    async openStore() {
      const folder = await mkdtemp(join(tmpdir(), 'tune-files-'))
      return storeOf(filesInFolder(folder), () => rm(folder, { recursive: true }))
    },
  },
  {
    store: 'S3',
    async openStore() {
      const cluster = theCluster()
      // Beside the product's own files.
      if (cluster) return storeOf(openS3(s3Of(cluster.emulators), `test-${randomUUID()}/`), async () => {})
      const emulators = await startEmulators()
      return storeOf(openS3(s3Of(emulators.origin), 'storage/'), emulators.close)
    },
  },
]

/** The emulator's bucket. */
export function s3Of(origin: string): S3Settings {
  return {
    endpoint: `${origin}/s3`,
    bucket: 'tune',
    region: 'us-east-1',
    accessKeyId: 'tune-files',
    secretAccessKey: 'files-secret',
    pathStyle: true,
  }
}

/** The same, as the server's settings. */
export function s3Environment(origin: string): Record<string, string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3Of(origin)
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

function storeOf(files: Files, close: () => Promise<void>): TestStore {
  return {
    files,
    async keys(id = '') {
      const keys: string[] = []
      for await (const { key } of files.list()) if (key.startsWith(id)) keys.push(key)
      return keys
    },
    close,
  }
}

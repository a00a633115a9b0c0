/** The store that the environment names: the folder, unless S3 is set. */
import { join } from 'node:path'
import type { Env } from '../../env.ts'
import type { Files } from './files.ts'
import { filesInFolder } from './folder.ts'
import { onDemand } from './on-demand.ts'
import { bucketAddress, type S3Settings } from './s3-settings.ts'

/** Below the data folder, and before each key in a bucket. */
const STORED_FILES = 'storage'

export function createFiles(env: Env): Files {
  const settings = s3Settings(env)
  return settings ? filesInS3(settings) : folderOf(env)
}

/** The folder, also where another store is set. */
export function folderOf(env: Pick<Env, 'DATA_DIR'>): Files {
  return filesInFolder(join(env.DATA_DIR, STORED_FILES))
}

/** Null where the folder serves. */
export function s3Settings(env: Env): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: S3_PATH_STYLE === 'on',
  }
}

/** The client is loaded when it is first needed: processes without files, and those with a folder, never do. */
function filesInS3(settings: S3Settings): Files {
  return onDemand(bucketAddress(settings), async () => {
    const { openS3 } = await import('./s3.ts')
    return openS3(settings, `${STORED_FILES}/`)
  })
}

/** Videos that we serve ourselves: a folder of HLS files for each, in the store of files, beside what people have stored. */
import { join } from 'node:path'
import type { Env } from '../../env.ts'
import { s3Settings } from '../files/create-files.ts'
import type { Files } from '../files/files.ts'
import { filesInFolder } from '../files/folder.ts'
import { onDemand } from '../files/on-demand.ts'
import { bucketAddress } from '../files/s3-settings.ts'

/** Below the data folder, and before each key in a bucket. */
const VIDEOS = 'videos'
/** What a video is played from. */
export const MANIFEST = 'index.m3u8'

const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  aac: 'audio/aac',
  vtt: 'text/vtt',
}
/** In the video's folder, or in one below it for each rendition. */
const FILE_NAME = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*\.(m3u8|ts|m4s|mp4|aac|vtt)$/

export function createVideoFiles(env: Env): Files {
  const settings = s3Settings(env)
  if (!settings) return filesInFolder(join(env.DATA_DIR, VIDEOS))
  return onDemand(bucketAddress(settings), async () => {
    const { openS3 } = await import('../files/s3.ts')
    return openS3(settings, `${VIDEOS}/`)
  })
}

/** Asks our store whether a video is there to be played; null where another host keeps videos. */
export function ownVideos(env: Env): ((videoId: string) => Promise<boolean>) | null {
  if (env.VIDEO_PROVIDER !== 's3') return null
  const files = createVideoFiles(env)
  return (videoId) => files.has(`${videoId}/${MANIFEST}`)
}

/** The content type of a file of a video; null for any other name, which is never looked for. */
export function videoType(name: string): string | null {
  return TYPES[FILE_NAME.exec(name)?.[1] ?? ''] ?? null
}

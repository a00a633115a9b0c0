/** The video host, to which browsers upload directly. */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type VideoLibrary, VideoLibraryError } from '../../platform/adapters/video-library.ts'

export async function askVideoLibrary<Value>(
  { video, log }: Pick<ServerContext, 'video' | 'log'>,
  question: (library: VideoLibrary) => Promise<Value | null>,
): Promise<Result<Value>> {
  if (!video.library) return refuse('video_unavailable')
  try {
    const answer = await question(video.library)
    return answer === null ? refuse('not_found') : ok(answer)
  } catch (fault) {
    if (!(fault instanceof VideoLibraryError)) throw fault
    log.error({ err: fault }, 'the video library could not be asked')
    return refuse('video_unavailable')
  }
}

/** The video host, to which browsers upload directly. */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type VideoLibrary, VideoLibraryError } from '../../platform/adapters/video-library.ts'
import { FilesUnavailable } from '../../platform/files/files.ts'

export async function askVideoLibrary<Value>(
  ctx: Pick<ServerContext, 'video' | 'log'>,
  question: (library: VideoLibrary) => Promise<Value | null>,
): Promise<Result<Value>> {
  const { library } = ctx.video
  if (!library) return refuse('video_unavailable')
  const asked = await askVideoHost(ctx, () => question(library))
  if (!asked.ok) return asked
  return asked.value === null ? refuse('not_found') : ok(asked.value)
}

/** A host that does not answer is a refusal, and logged. */
export async function askVideoHost<Value>(
  { log }: Pick<ServerContext, 'log'>,
  question: () => Promise<Value>,
): Promise<Result<Value>> {
  try {
    return ok(await question())
  } catch (fault) {
    if (!(fault instanceof VideoLibraryError || fault instanceof FilesUnavailable)) throw fault
    log.error({ err: fault }, 'the video host could not be asked')
    return refuse('video_unavailable')
  }
}

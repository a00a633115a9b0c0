import { contractMetadata, metadataFileName, tokenMetadata } from '#domain/metadata.ts'
import { parseLrc } from '#domain/timed-lyrics.ts'
import { ApiError } from '../../../lib/api.ts'
import { config } from '../../../lib/config.ts'
import { lyricsHtml } from '../../../lib/lyrics-html.ts'
import { removeClip, removeImage, uploadImage } from '../../../lib/public-uploads.ts'
import { createProject, type NewProject, pinMetadata } from './api.ts'
import { type ProjectValues, periodSeconds, wireMoment } from './project-values.ts'
import { uploadChosenClip } from './upload-chosen-clip.ts'

export type Step = 'uploading' | 'pinning' | 'finishing'

/** A project whose files have been uploaded, and the idempotency key of its creation. */
export type Prepared = { of: ProjectValues; project: NewProject; key: string }

/**
 * Uploads the cover, pins the metadata and creates the project; `onStep` is called at each step. Takes values
 * that the form has validated. `kept` holds what was prepared when only the answer was lost: the same values
 * are then sent again unchanged, and create one project. Throws an Error whose message can be shown.
 */
export async function submitProject(
  values: ProjectValues,
  kept: { current: Prepared | null },
  onStep: (step: Step) => void,
): Promise<void> {
  if (!kept.current || !isSame(kept.current.of, values)) kept.current = await prepare(values, onStep)
  const { project, key } = kept.current
  onStep('finishing')
  try {
    await createProject(project, key)
  } catch (fault) {
    if (fault instanceof ApiError && fault.isFinal) {
      kept.current = null
      await removeImage(project.thumbnail).catch(() => undefined)
      if (project.clip) await removeClip(project.clip).catch(() => undefined)
    }
    throw fault
  }
}

async function prepare(values: ProjectValues, onStep: (step: Step) => void): Promise<Prepared> {
  const { thumbnail: file, projectPrice, symbol } = values
  const validPeriod = periodSeconds(values.validPeriod)
  if (!file || projectPrice === null || validPeriod === null) throw new Error('')

  onStep('uploading')
  const thumbnail = await uploadImage('projects', file.name, file)
  let clip: string | null = null
  try {
    clip = await uploadChosenClip(values)
    onStep('pinning')
    const work = {
      projectName: values.projectName.trim(),
      description: values.projectDescription.trim(),
      image: thumbnail,
      symbol,
    }
    const name = (part: 'contract' | 'token') => metadataFileName(symbol, part, Math.random())
    const contractURI = await pinMetadata(name('contract'), contractMetadata(work, config().platformWallet))
    const baseURI = await pinMetadata(name('token'), tokenMetadata(work))
    const project: NewProject = {
      projectName: work.projectName,
      symbol,
      author: values.projectAuthor.trim(),
      authorWallet: values.authorWallet.trim(),
      baseURI,
      contractURI,
      description: work.description,
      fiatPrice: projectPrice,
      isActive: false,
      lyrics: lyricsHtml(values.lyrics),
      timedLyrics: parseLrc(values.timedLyrics) ?? [],
      mediaUrl: '',
      thumbnail,
      totalSupply: Number(values.totalSupply),
      validPeriod,
      videoId: values.videoId.trim(),
      clip,
      expiredAt: wireMoment(values.endDate),
      opensAt: values.opensAt === '' ? null : wireMoment(values.opensAt),
    }
    return { of: { ...values }, project, key: crypto.randomUUID() }
  } catch (fault) {
    await removeImage(thumbnail).catch(() => undefined)
    if (clip) await removeClip(clip).catch(() => undefined)
    throw fault
  }
}

function isSame(one: ProjectValues, other: ProjectValues): boolean {
  return (Object.keys(one) as (keyof ProjectValues)[]).every((field) => one[field] === other[field])
}

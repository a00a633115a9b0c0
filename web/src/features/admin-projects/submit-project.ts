import { contractMetadata, metadataFileName, tokenMetadata } from '#domain/metadata.ts'
import { ApiError } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { removeImage, uploadImage } from '../../lib/storage.ts'
import { createProject, pinMetadata } from './api.ts'
import { lyricsHtml } from './lyrics-html.ts'
import { type ProjectValues, periodSeconds, wireMoment } from './project-values.ts'

export type Step = 'uploading' | 'pinning' | 'finishing'

/**
 * Cover to the storage, metadata to the file store, project to the server; `onStep` hears where it is. Takes values that
 * the form has checked. Throws an Error whose message can be shown; then there is no project, and no cover without one.
 */
export async function submitProject(values: ProjectValues, onStep: (step: Step) => void): Promise<void> {
  const { thumbnail: file, projectPrice } = values
  const validPeriod = periodSeconds(values.validPeriod)
  if (!file || projectPrice === null || validPeriod === null) throw new Error('')

  onStep('uploading')
  const thumbnail = await uploadImage('projects', file.name, file)
  let isSent = false
  try {
    onStep('pinning')
    const symbol = values.symbol
    const work = {
      projectName: values.projectName.trim(),
      description: values.projectDescription.trim(),
      image: thumbnail,
      symbol,
    }
    const name = (part: 'contract' | 'token') => metadataFileName(symbol, part, Math.random())
    const contractURI = await pinMetadata(name('contract'), contractMetadata(work, config().platformWallet))
    const baseURI = await pinMetadata(name('token'), tokenMetadata(work))

    onStep('finishing')
    isSent = true
    await createProject({
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
      mediaUrl: '',
      thumbnail,
      totalSupply: Number(values.totalSupply),
      validPeriod,
      videoId: values.videoId.trim(),
      expiredAt: wireMoment(values.endDate),
    })
  } catch (fault) {
    // If only the answer was lost, the project exists and needs its cover.
    const mayExist = isSent && !(fault instanceof ApiError && fault.isFinal)
    if (!mayExist) await removeImage(thumbnail).catch(() => undefined)
    throw fault
  }
}

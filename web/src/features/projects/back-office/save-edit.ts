import { formatLrc, parseLrc } from '#domain/timed-lyrics.ts'
import type { BodyOf } from '#server/product/calls.ts'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { saoPauloMoment } from '../../../lib/format.ts'
import { lyricsHtml, lyricsText } from '../../../lib/lyrics-html.ts'
import { removeClip, removeImage, uploadImage } from '../../../lib/public-uploads.ts'
import { editProject } from './api.ts'
import { EMPTY_PROJECT, type ProjectValues, periodSeconds, wireMoment } from './project-values.ts'
import { uploadChosenClip } from './upload-chosen-clip.ts'

/** A project as the form's values; no new cover is chosen yet. */
export function valuesOf(project: AdminProjectPageWire): ProjectValues {
  return {
    ...EMPTY_PROJECT,
    projectAuthor: project.author,
    projectName: project.projectName,
    projectDescription: project.description,
    projectPrice: project.fiatPrice,
    videoId: project.videoId,
    lyrics: lyricsText(project.lyrics),
    timedLyrics: formatLrc(project.timedLyrics),
    symbol: project.symbol,
    authorWallet: project.authorWallet,
    validPeriod: String(Math.round(project.validPeriod / 0.36) / 10_000).replace('.', ','),
    totalSupply: String(project.totalSupply),
    endDate: saoPauloMoment(project.expiredAt),
    opensAt: project.opensAt === null ? '' : saoPauloMoment(project.opensAt),
  }
}

type Fields = Omit<BodyOf<'POST /admin/projects/{uid}/edit'>, 'version' | 'thumbnail'>

const WIRE: { [Field in keyof ProjectValues]?: (values: ProjectValues) => Fields } = {
  projectAuthor: ({ projectAuthor }) => ({ author: projectAuthor.trim() }),
  projectName: ({ projectName }) => ({ projectName: projectName.trim() }),
  projectDescription: ({ projectDescription }) => ({ description: projectDescription.trim() }),
  projectPrice: ({ projectPrice }) => ({ fiatPrice: projectPrice ?? 0 }),
  videoId: ({ videoId }) => ({ videoId: videoId.trim() }),
  lyrics: ({ lyrics }) => ({ lyrics: lyricsHtml(lyrics) }),
  timedLyrics: ({ timedLyrics }) => ({ timedLyrics: parseLrc(timedLyrics) ?? [] }),
  authorWallet: ({ authorWallet }) => ({ authorWallet: authorWallet.trim() }),
  clipGone: () => ({ clip: null }),
  validPeriod: ({ validPeriod }) => ({ validPeriod: periodSeconds(validPeriod) ?? 0 }),
  endDate: ({ endDate }) => ({ expiredAt: wireMoment(endDate) }),
  opensAt: ({ opensAt }) => ({ opensAt: opensAt === '' ? null : wireMoment(opensAt) }),
}

/** The fields in which `values` differ from the project, as the API takes them. */
function editedFields(project: AdminProjectPageWire, values: ProjectValues): Fields {
  const before = valuesOf(project)
  const changed = (Object.keys(WIRE) as (keyof ProjectValues)[]).filter(
    (field) => values[field] !== before[field],
  )
  return Object.assign({}, ...changed.map((field) => WIRE[field]?.(values)))
}

/**
 * Saves what was changed, uploading a new cover and a new clip first; resolves with false when nothing was. Takes values that
 * the form has validated. Throws an Error whose message can be shown.
 */
export async function saveEdit(project: AdminProjectPageWire, values: ProjectValues): Promise<boolean> {
  const fields = editedFields(project, values)
  const { thumbnail: file } = values
  if (!file && !values.song && Object.keys(fields).length === 0) return false
  const thumbnail = file && (await uploadImage('projects', file.name, file))
  let clip: string | null = null
  try {
    clip = await uploadChosenClip(values)
    await editProject(project.uid, {
      ...fields,
      ...(thumbnail && { thumbnail }),
      ...(clip && { clip }),
      version: project.version,
    })
  } catch (fault) {
    if (clip) await removeClip(clip).catch(() => undefined)
    if (thumbnail) await removeImage(thumbnail).catch(() => undefined)
    throw fault
  }
  return true
}

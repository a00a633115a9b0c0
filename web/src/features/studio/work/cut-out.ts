import { cutAndUpload } from '../../../lib/cut-song.ts'
import { i18n } from '../../../lib/i18n.ts'

export type WorkValues = {
  lyrics: string
  /** As an LRC file. */
  times: string
  song: File | null
  clipStart: string
  /** The clip is to be taken away. */
  clipGone: boolean
}

/** The address of the new clip, null to take it away, undefined for no change. Throws an Error whose message can be shown. */
export async function cutOut({
  clipGone,
  ...chosen
}: Pick<WorkValues, 'song' | 'clipStart' | 'clipGone'>): Promise<string | null | undefined> {
  if (!chosen.song) return clipGone ? null : undefined
  return cutAndUpload(chosen, { folder: 'artists/', words: (fault) => i18n.t(`studio:work.song.${fault}`) })
}

import { type ChosenSong, cutAndUpload } from '../../../lib/cut-song.ts'
import { i18n } from '../../../lib/i18n.ts'

/** The public address of the project's new clip; null where no song was chosen. Throws an Error whose message can be shown. */
export const uploadChosenClip = (chosen: ChosenSong): Promise<string | null> =>
  cutAndUpload(chosen, { words: (fault) => i18n.t(`projects-back-office:create.song.${fault}`) })

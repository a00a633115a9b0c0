/** What this tab can remember of a project's form: everything but the files, and what is done with them. */
import { readDraft } from '../../../lib/draft.ts'
import { EMPTY_PROJECT, type ProjectValues } from './project-values.ts'

const { thumbnail: _, song: _song, clipGone: _gone, ...WORDS } = { ...EMPTY_PROJECT, projectPrice: '' }
export const DRAFTED = Object.keys(WORDS) as (keyof typeof WORDS)[]

/** What the form begins with: what was typed and not saved, over `values`. */
export function withDraft(values: ProjectValues, name: string): ProjectValues {
  const { thumbnail, song, clipGone, projectPrice: price, ...rest } = values
  const kept = readDraft(name, { ...rest, projectPrice: price === null ? '' : String(price) })
  const { projectPrice, ...words } = kept
  return { ...values, ...words, projectPrice: projectPrice === '' ? null : Number(projectPrice) }
}

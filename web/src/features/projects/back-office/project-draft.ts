/** What a tab remembers of the project's form: everything but the files, and what is done with them. */
import { changedOf, readDraft, useDraft } from '../../../lib/draft.ts'
import { EMPTY_PROJECT, type ProjectValues } from './project-values.ts'

const { thumbnail: _, song: _song, clipGone: _gone, ...TYPED } = EMPTY_PROJECT
const DRAFTED = Object.keys(TYPED) as (keyof typeof TYPED)[]

/** The form as it begins, with what the draft has in place of it. */
export function withDraft(name: string, start: ProjectValues): ProjectValues {
  const { projectPrice, ...words } = readDraft(name, changedOf(start, DRAFTED))
  return { ...start, ...words, projectPrice: projectPrice ? Number(projectPrice) : null }
}

export const useProjectDraft = (
  form: Parameters<typeof useDraft<ProjectValues>>[0],
  name: string,
  stored?: ProjectValues,
) => useDraft(form, name, DRAFTED, stored)

export const differs = (values: ProjectValues, stored: ProjectValues) =>
  Object.keys(changedOf(values, DRAFTED, stored)).length > 0

/** Changes what may still change of a project, based on the version that was read. */
import { fixedTerms, type ProjectTerm } from '#domain/project.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { type NewProject, PROJECT_CONSTRAINTS } from './create-project.ts'
import { cleanLyrics } from './lyrics.ts'

type Editable = Omit<NewProject, 'baseURI' | 'contractURI' | 'mediaUrl' | 'symbol' | 'totalSupply'>
/** `tint` changes with the cover, `clipSeconds` with the clip. */
export type ProjectEdit = { [Field in keyof Editable]?: Editable[Field] | undefined }

const COLUMNS: Readonly<Record<keyof ProjectEdit, string>> = {
  projectName: 'project_name',
  author: 'author',
  authorWallet: 'author_wallet',
  thumbnail: 'thumbnail',
  description: 'description',
  lyrics: 'lyrics',
  timedLyrics: 'timed_lyrics',
  videoId: 'video_id',
  fiatPrice: 'fiat_price',
  validPeriod: 'valid_period',
  expiredAt: 'expired_at',
  opensAt: 'opens_at',
  tint: 'tint',
  clip: 'clip',
  clipSeconds: 'clip_seconds',
}

type Row = Editable & { id: number; isActive: boolean; version: number; isPast: boolean }

/**
 * `version` is that of the project as it was read; resolves with the next one. Unchanged fields are no change, even
 * where fans bought under them.
 */
export function editProject(
  sql: Sql,
  uid: string,
  { version, edit }: { version: number; edit: ProjectEdit },
  by: Actor,
): Promise<Result<{ version: number }>> {
  return transact(
    sql,
    async (tx) => {
      const project = await lockForEdit(tx, uid, edit.expiredAt)
      if (!project) return refuse('project_not_found')
      if (project.version !== version) return refuse('project_changed')
      const given: ProjectEdit =
        edit.lyrics === undefined ? edit : { ...edit, lyrics: await cleanLyrics(edit.lyrics) }
      const fields = (Object.keys(COLUMNS) as (keyof ProjectEdit)[]).filter(
        (field) =>
          given[field] !== undefined && JSON.stringify(given[field]) !== JSON.stringify(project[field]),
      )
      if (fields.length === 0) return ok({ version })
      const fixed = fixedTerms(project)
      if (fields.some((field) => fixed.includes(field as ProjectTerm))) return refuse('project_terms_fixed')
      if (fields.includes('expiredAt') && project.isPast) return refuse('malformed')

      const changes = Object.fromEntries(
        fields.map((field) => [
          COLUMNS[field],
          field === 'timedLyrics' ? tx.json(given.timedLyrics ?? []) : given[field],
        ]),
      )
      await tx`update projects set ${tx({ ...changes, version: version + 1 })} where id = ${project.id}`
      const only = (values: ProjectEdit) => Object.fromEntries(fields.map((field) => [field, values[field]]))
      await audit(tx, by, { action: 'project.edit', subject: uid, before: only(project), after: only(given) })
      return ok({ version: version + 1 })
    },
    PROJECT_CONSTRAINTS,
  )
}

async function lockForEdit(tx: Tx, uid: string, expiredAt: Date | undefined): Promise<Row | null> {
  const [row] = await tx<Row[]>`
    select id, version, is_active as "isActive", project_name as "projectName", author, thumbnail, description,
      author_wallet as "authorWallet", lyrics,
      timed_lyrics as "timedLyrics", video_id as "videoId", fiat_price as "fiatPrice",
      valid_period as "validPeriod", expired_at as "expiredAt", opens_at as "opensAt", tint, clip, clip_seconds as "clipSeconds",
      coalesce(${expiredAt ?? null}::timestamptz <= clock_timestamp(), false) as "isPast"
    from projects
    where uid = ${uid}
    for no key update`
  return row ?? null
}

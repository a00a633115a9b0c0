/** Shares in the real product: written down by an administrator, proposed and decided by the artists' own accounts. */
import { callAlone, compare, type Stage } from './stage.ts'
import type { Project, Split } from './state.ts'
import type { DecideSplitStep, ProposeStep } from './steps.ts'
import { artistName } from './take-project.ts'

export async function takeProposal(stage: Stage, step: ProposeStep, kills: boolean): Promise<void> {
  const { world, names } = stage
  const { uid } = names.project(step.project)
  await forgetUses(stage)
  const by = step.by && names.artist(step.by)
  const shares = step.shares.map(({ artist, basisPoints }) => {
    const known = names.artist(artist)
    return by
      ? { artist: known.uid, basisPoints }
      : { name: artistName(artist), wallet: known.wallet, basisPoints }
  })
  const path = by ? `/studio/works/${uid}/split` : `/admin/projects/${uid}/split`
  const call = { person: by ? by.person : world.admin, path, body: { shares } }
  compare(stage, step, await callAlone(stage, call, kills))
}

export async function takeSplitDecision(stage: Stage, step: DecideSplitStep, kills: boolean): Promise<void> {
  const { world, names } = stage
  const uid = await splitUid(stage, step.project, step.split)
  await forgetUses(stage)
  const [person, path] = step.by
    ? [
        names.artist(step.by).person,
        `/studio/splits/${uid}/${step.becomes === 'in_force' ? 'agree' : 'decline'}`,
      ]
    : [world.admin, `/admin/splits/${uid}/withdraw`]
  compare(stage, step, await callAlone(stage, { person, path, body: {} }, kills))
}

/** Our minutes are not those in which the product counts. */
async function forgetUses({ world }: Stage): Promise<void> {
  await world.sql`delete from auth.rate_limits`
}

/** The splits of a project are written in the order in which the model has them. */
async function splitUid({ world, names }: Stage, project: Project, split: Split): Promise<string> {
  const rows = await world.sql<{ uid: string }[]>`
    select uid from private.splits where project_id = ${names.project(project).id} order by id`
  const row = rows[project.splits.indexOf(split)]
  if (!row) throw new Error(`split ${split.id} has no row`)
  return row.uid
}

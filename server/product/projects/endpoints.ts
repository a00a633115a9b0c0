/** Projects: how anybody, a fan and an administrator see them, and how they are managed until they are closed. */
import { ok, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { findAdminProject, readClosing, worksWithVideo } from './admin-project.ts'
import { projects } from './admin-projects.ts'
import { projectsCalls } from './contract.ts'
import { coverPrefix, measureClip, readCover } from './cover.ts'
import { createProjectOnce } from './create-project.ts'
import { decideProposal } from './decide-proposal.ts'
import { editProject } from './edit-project.ts'
import { pauseProject, resumeProject } from './pause-project.ts'
import { pinMetadata } from './pin-metadata.ts'
import { tokensOfProject } from './project-tokens.ts'
import { findProject, findPublicProject, listProjects } from './projects.ts'
import { findAcceptedProposal } from './proposal.ts'
import { proposals } from './proposals.ts'
import { publishChecked } from './publish-project.ts'
import { askVideoHost, askVideoLibrary } from './video-library.ts'

/** A preview before publication takes no longer than this. */
const PREVIEW_MS = 3_600_000
const NO_CLIP = { clip: null, clipSeconds: null }

export const projectsEndpoints = endpoints(projectsCalls, (ctx) => {
  const { sql } = ctx
  const covers = coverPrefix(ctx.env)
  const pin = pinMetadata(ctx)

  async function tintOf(thumbnail: string): Promise<string | null> {
    const cover = await readCover(ctx, thumbnail)
    if (!cover) return null
    const { coverTint } = await import('../../platform/adapters/cover-tint.ts')
    return coverTint(cover)
  }

  return {
    'GET /projects/{uid}/public': async ({ params }) => {
      const project = await findPublicProject(sql, params.uid)
      return project ? ok(project) : refuse('project_not_found')
    },
    'GET /projects': async ({ fan, query }) => ok(await listProjects(sql, fan.uid, query)),
    'GET /projects/{uid}': async ({ fan, params }) => {
      const project = await findProject(sql, fan, params.uid)
      return project ? ok(project) : refuse('project_not_found')
    },

    ...serveList(sql, '/admin/projects', projects),
    'POST /create-project': async ({ c, body, key, by }) => {
      const { isActive: _, ...project } = body
      // A cover on another host would be stored and then blocked by the content security policy.
      if (!project.thumbnail.startsWith(covers)) return refuse('malformed')
      const clip = project.clip === null ? NO_CLIP : await measureClip(ctx, project.clip)
      if (!clip) return refuse('clip_invalid')
      const tint = await tintOf(project.thumbnail)
      const request = { key, hash: hashRequest(c.req.path, project) }
      const made = await createProjectOnce(ctx, { ...project, ...clip, tint }, by, request)
      return made.ok ? ok(made.value.data) : made
    },
    'POST /projects/{uid}/publish': ({ params, by }) => publishChecked(ctx, params.uid, by),
    'POST /admin/pin': ({ body }) => pin(body),
    'GET /admin/projects/{uid}': async ({ params }) => {
      const project = await findAdminProject(sql, params.uid)
      return project ? ok(project) : refuse('project_not_found')
    },
    ...serveList(sql, '/admin/projects/{uid}/tokens', ({ uid }) => tokensOfProject(uid)),
    'GET /admin/projects/{uid}/preview': ({ params }) => preview(ctx, params.uid),
    'GET /admin/projects/{uid}/closing': async ({ params }) => {
      const closing = await readClosing(sql, params.uid)
      return closing ? ok(closing) : refuse('project_not_found')
    },
    'POST /admin/projects/{uid}/edit': async ({ params, body: { version, ...fields }, by }) => {
      const { thumbnail } = fields
      if (thumbnail !== undefined && !thumbnail.startsWith(covers)) return refuse('malformed')
      const clip = fields.clip ? await measureClip(ctx, fields.clip) : fields.clip === null ? NO_CLIP : {}
      if (!clip) return refuse('clip_invalid')
      const tint = thumbnail === undefined ? {} : { tint: await tintOf(thumbnail) }
      return editProject(sql, params.uid, { version, edit: { ...fields, ...clip, ...tint } }, by)
    },
    'POST /admin/projects/{uid}/pause': ({ params, by }) => pauseProject(ctx, params.uid, by),
    'POST /admin/projects/{uid}/resume': ({ params, by }) => resumeProject(ctx, params.uid, by),
    'POST /admin/videos': ({ body }) =>
      askVideoLibrary(ctx, (library) => library.create(body.title, Date.now())),
    'GET /admin/videos/{video}': ({ params }) =>
      askVideoLibrary(ctx, (library) => library.stateOf(params.video)),

    ...serveList(sql, '/admin/proposals', proposals),
    'GET /admin/proposals/{id}': async ({ params }) => {
      const proposal = await findAcceptedProposal(sql, params.id)
      return proposal ? ok(proposal) : refuse('proposal_not_found')
    },
    'POST /admin/proposals/{id}': ({ params, body, by }) => decideProposal(sql, params.id, body, by),
  }
})

/** The page as fans will see it, for a project that may still be a draft. */
async function preview(ctx: ServerContext, uid: string) {
  const [project, page] = await Promise.all([
    findPublicProject(ctx.sql, uid, { drafts: true }),
    findAdminProject(ctx.sql, uid),
  ])
  if (!project || !page) return refuse('project_not_found')
  const videoUrl = ctx.video.signedUrl(page.videoId, Date.now() + PREVIEW_MS)
  const video = await askVideoHost(ctx, () => ctx.video.readiness(page.videoId))
  return ok({
    project,
    lyrics: page.lyrics,
    videoUrl,
    video: video.ok ? video.value : 'unknown',
    sharedWith: await worksWithVideo(ctx.sql, page.videoId, uid),
  })
}

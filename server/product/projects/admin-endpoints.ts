/**
 * GET /admin/projects/{uid}, /preview and /closing; POST /edit, /pause, /resume and /close {projectName} below it.
 */
import type { Handler, Hono } from 'hono'
import * as v from 'valibot'
import type { Result } from '#domain/result.ts'
import type { ProjectPreviewWire } from '#domain/wire/admin-project.ts'
import { coverTint } from '../../platform/adapters/cover-tint.ts'
import type { Administrator } from '../../platform/audit.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { closeProject } from '../market/close-project.ts'
import { findAdminProject, readClosing } from './admin-project.ts'
import { coverPrefix, readCover } from './cover.ts'
import { editProject } from './edit-project.ts'
import { pauseProject, resumeProject } from './pause-project.ts'
import { projectFields } from './project-input.ts'
import { findPublicProject } from './projects.ts'

/** A look before publication takes no longer. */
const PREVIEW_MS = 3_600_000

const { symbol: _symbol, totalSupply: _supply, ...editable } = projectFields
export const edit = v.strictObject({
  ...v.partial(v.object(editable)).entries,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export const closing = v.object({ projectName: v.pipe(v.string(), v.trim(), v.maxLength(120)) })

export function addProject(admin: Hono<ApiEnv>, ctx: ApiContext): void {
  admin.get('/projects/:uid', getPage(ctx))
  admin.get('/projects/:uid/preview', getPreview(ctx))
  admin.get('/projects/:uid/closing', getClosing(ctx))
  admin.post('/projects/:uid/edit', postEdit(ctx))
  admin.post(
    '/projects/:uid/pause',
    deed((uid, by) => pauseProject(ctx, uid, by)),
  )
  admin.post(
    '/projects/:uid/resume',
    deed((uid, by) => resumeProject(ctx, uid, by)),
  )
  admin.post('/projects/:uid/close', postClosing(ctx))
}

function getPage(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const project = uid && (await findAdminProject(ctx.sql, uid))
    return project ? c.json({ data: project }) : refusal(c, 'project_not_found')
  }
}

function getPreview(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const [project, page] = uid
      ? await Promise.all([findPublicProject(ctx.sql, uid, { drafts: true }), findAdminProject(ctx.sql, uid)])
      : []
    if (!project || !page) return refusal(c, 'project_not_found')
    const videoUrl = ctx.video.signedUrl(page.videoId, Date.now() + PREVIEW_MS)
    const preview: ProjectPreviewWire = { project, lyrics: page.lyrics, videoUrl }
    return c.json({ data: preview })
  }
}

function getClosing(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const closing = uid && (await readClosing(ctx.sql, uid))
    return closing ? c.json({ data: closing }) : refusal(c, 'project_not_found')
  }
}

function postEdit(ctx: ApiContext): Handler<ApiEnv> {
  const covers = coverPrefix(ctx.env)
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'project_not_found')
    const input = await readBody(c, edit)
    if (!input) return refusal(c, 'malformed')
    const { version, ...fields } = input
    if (fields.thumbnail === undefined) {
      return answer(c, await editProject(ctx.sql, uid, { version, edit: fields }, administrator(c)))
    }
    if (!fields.thumbnail.startsWith(covers)) return refusal(c, 'malformed')
    const cover = await readCover(ctx, fields.thumbnail)
    const tint = cover && (await coverTint(cover))
    return answer(
      c,
      await editProject(ctx.sql, uid, { version, edit: { ...fields, tint } }, administrator(c)),
    )
  }
}

function postClosing(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'project_not_found')
    const input = await readBody(c, closing)
    if (!input) return refusal(c, 'malformed')
    return answer(c, await closeProject(ctx.sql, { uid, name: input.projectName }, administrator(c)))
  }
}

function deed(work: (uid: string, by: Administrator) => Promise<Result<null>>): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    return uid ? answer(c, await work(uid, administrator(c))) : refusal(c, 'project_not_found')
  }
}

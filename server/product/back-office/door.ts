/** /api/v1/admin: for administrators who have used their second factor, and nobody else. */
import { Hono, type MiddlewareHandler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { addArtists } from '../artists/artists-endpoints.ts'
import { addPayouts } from '../artists/payouts-endpoints.ts'
import { getFigures } from '../operations/figures-endpoint.ts'
import { addRequestsAndLogs } from '../operations/logs-endpoints.ts'
import { addOutgoing } from '../operations/outgoing-endpoints.ts'
import { payments } from '../payments/payments.ts'
import { addUnmatched } from '../payments/unmatched-endpoints.ts'
import { users } from '../people/users.ts'
import { addUsers } from '../people/users-endpoints.ts'
import { addProject } from '../projects/admin-endpoints.ts'
import { projects } from '../projects/admin-projects.ts'
import { postPin } from '../projects/pin-endpoint.ts'
import { getVideo, postVideo } from '../projects/video-endpoints.ts'
import { debtors } from '../refunds/debtors.ts'
import { waitingRefunds } from '../refunds/refunds.ts'
import { addRefunds } from '../refunds/refunds-endpoints.ts'
import { waitingWriteOffs } from '../refunds/write-offs.ts'
import { addWriteOffs } from '../refunds/write-offs-endpoints.ts'
import { addSupport } from '../support/answer-endpoint.ts'
import { getSupportFile } from '../support/file-endpoint.ts'
import { supportRequests } from '../support/requests.ts'
import { type AddList, getCsv, getList } from './lists.ts'

/** Stands before everything an administrator does, wherever its address is. */
export function onlyAdmins(ctx: ApiContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!c.get('fan').isAdmin) return refusal(c, 'forbidden')
    const isWeak = c.get('claims').aal !== 'aal2'
    if (isWeak && ctx.env.ADMIN_SECOND_FACTOR === 'required') return refusal(c, 'second_factor_due')
    return next()
  }
}

export function createAdminDoor(ctx: ApiContext): Hono<ApiEnv> {
  const admin = new Hono<ApiEnv>()
  const list: AddList = (name, of) => {
    admin.get(`/${name}`, getList(ctx, of))
    admin.get(`/${name}.csv`, getCsv(ctx, of, name))
  }
  admin.use(onlyAdmins(ctx))
  list('users', users)
  list('projects', projects)
  list('activity', payments)
  list('support', supportRequests)
  admin.get('/support/:id/file', getSupportFile(ctx))
  admin.get('/figures', getFigures(ctx))
  admin.post('/pin', postPin(ctx))
  addProject(admin, ctx)
  admin.post('/videos', postVideo(ctx))
  admin.get('/videos/:id', getVideo(ctx))
  addRequestsAndLogs(admin, ctx, list)
  list('refunds-waiting', waitingRefunds)
  addUsers(admin, ctx)
  addRefunds(admin, ctx)
  list('debtors', debtors)
  list('write-offs-waiting', waitingWriteOffs)
  addWriteOffs(admin, ctx)
  addSupport(admin, ctx)
  addArtists(admin, ctx, list)
  addPayouts(admin, ctx, list)
  addOutgoing(admin, ctx, list)
  addUnmatched(admin, ctx, list)
  return admin
}

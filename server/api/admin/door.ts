/** /api/v1/admin: for administrators who have used their second factor, and nobody else. */
import { Hono, type MiddlewareHandler } from 'hono'
import { debtors } from '../../queries/admin/debtors.ts'
import { payments } from '../../queries/admin/payments.ts'
import { projects } from '../../queries/admin/projects.ts'
import { waitingRefunds } from '../../queries/admin/refunds.ts'
import { supportRequests } from '../../queries/admin/support.ts'
import { users } from '../../queries/admin/users.ts'
import { waitingWriteOffs } from '../../queries/admin/write-offs.ts'
import { refusal } from '../answers.ts'
import type { ApiContext, ApiEnv } from '../door.ts'
import { addArtists } from './artists.ts'
import { getFigures } from './figures.ts'
import { type AddList, getCsv, getList } from './lists.ts'
import { addOutgoing } from './outgoing.ts'
import { addPayouts } from './payouts.ts'
import { postPin } from './pin.ts'
import { addProject } from './project.ts'
import { addRefunds } from './refunds.ts'
import { addRequestsAndLogs } from './requests-and-logs.ts'
import { addSupport } from './support.ts'
import { getSupportFile } from './support-file.ts'
import { addUnmatched } from './unmatched.ts'
import { addUsers } from './users.ts'
import { getVideo, postVideo } from './videos.ts'
import { addWriteOffs } from './write-offs.ts'

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

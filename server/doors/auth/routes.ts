/** Every call of this door, who may make it, and how often. */
import type { Context, Hono } from 'hono'
import { type AuthCaller, requireAdmin, requireUser } from './caller.ts'
import { adminListFactors, adminRemoveFactor, adminRenameFactor } from './endpoints/admin-factors.ts'
import { adminGenerateLink } from './endpoints/admin-generate-link.ts'
import { adminInvite } from './endpoints/admin-invite.ts'
import { adminCreateUser } from './endpoints/admin-user-create.ts'
import { adminDeleteUser } from './endpoints/admin-user-delete.ts'
import { adminGetUser } from './endpoints/admin-user-get.ts'
import { adminUpdateUser } from './endpoints/admin-user-update.ts'
import { listUsers } from './endpoints/admin-users-list.ts'
import { authorize } from './endpoints/authorize.ts'
import { callback } from './endpoints/callback.ts'
import { challengeFactor } from './endpoints/factor-challenge.ts'
import { enrollFactor } from './endpoints/factor-enroll.ts'
import { unenrollFactor } from './endpoints/factor-unenroll.ts'
import { verifyFactor } from './endpoints/factor-verify.ts'
import { health } from './endpoints/health.ts'
import { linkAnIdentity } from './endpoints/identity-link.ts'
import { unlinkIdentity } from './endpoints/identity-unlink.ts'
import { jwks } from './endpoints/jwks.ts'
import { logout } from './endpoints/logout.ts'
import { otp } from './endpoints/otp.ts'
import { prove } from './endpoints/prove.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import { countCodes, makeCodes, verifyRecoveryCode } from './endpoints/recovery-codes.ts'
import { resend } from './endpoints/resend.ts'
import { endSession, listSessions } from './endpoints/sessions.ts'
import { settings } from './endpoints/settings.ts'
import { signup } from './endpoints/signup.ts'
import { customProviders, oauthServer, passkeys, sso } from './endpoints/switched-off.ts'
import { token } from './endpoints/token.ts'
import { offerUndo, undo } from './endpoints/undo.ts'
import { getUser } from './endpoints/user-get.ts'
import { updateUser } from './endpoints/user-update.ts'
import { verifyCode } from './endpoints/verify-code.ts'
import { verifyLink } from './endpoints/verify-link.ts'
import type { Door } from './options.ts'
import { type AddressLimit, limitAddress } from './rate-limits.ts'

type Answer = Response | Promise<Response>
type OpenEndpoint = (c: Context, door: Door) => Answer
type UserEndpoint = (c: Context, door: Door, caller: AuthCaller) => Answer

export function addRoutes(app: Hono, door: Door): void {
  /** Anybody, without a limit or within one per client address. */
  const open = (endpoint: OpenEndpoint, limit?: AddressLimit) => async (c: Context) => {
    if (limit) await limitAddress(door, limit, door.clientAddress(c))
    return endpoint(c, door)
  }
  /** Requires the access token of an open session. */
  const user = (endpoint: UserEndpoint) => async (c: Context) => endpoint(c, door, await requireUser(c, door))
  /** Requires the service key. */
  const admin = (endpoint: OpenEndpoint) => async (c: Context) => {
    await requireAdmin(c, door)
    return endpoint(c, door)
  }

  app.get('/health', open(health))
  app.get('/settings', open(settings))
  app.get('/.well-known/jwks.json', open(jwks))

  app.post('/signup', open(signup, 'mailRequests'))
  app.post('/recover', open(recover, 'mailRequests'))
  app.post('/otp', open(otp, 'mailRequests'))
  app.post('/magiclink', open(otp, 'mailRequests'))
  app.post('/resend', open(resend, 'mailRequests'))
  app.get('/verify', open(verifyLink, 'verifyRequests'))
  app.post('/verify', open(verifyCode, 'verifyRequests'))
  app.post('/token', open(token))
  app.post('/undo/offered', open(offerUndo, 'verifyRequests'))
  app.post('/undo', open(undo, 'verifyRequests'))

  app.get('/authorize', open(authorize, 'tokenRequests'))
  app.get('/callback', open(callback, 'tokenRequests'))
  app.post('/callback', open(callback, 'tokenRequests'))
  app.post('/sso', open(sso))
  app.all('/sso/saml/*', open(sso))
  for (const path of ['/passkeys', '/passkeys/*']) app.all(path, open(passkeys))
  for (const path of ['/oauth/*', '/user/oauth/*', '/admin/oauth/*']) app.all(path, open(oauthServer))
  app.all('/admin/custom-providers', open(customProviders))
  app.all('/admin/custom-providers/*', open(customProviders))

  app.get('/user', user(getUser))
  app.put('/user', user(updateUser))
  app.get('/user/identities/authorize', user(linkAnIdentity))
  app.delete('/user/identities/:identityId', user(unlinkIdentity))
  app.get('/reauthenticate', user(reauthenticate))
  app.post('/reauthenticate', user(prove))
  app.post('/logout', user(logout))

  app.post('/factors', user(enrollFactor))
  app.post('/factors/:factorId/challenge', user(challengeFactor))
  app.post('/factors/:factorId/verify', user(verifyFactor))
  app.delete('/factors/:factorId', user(unenrollFactor))
  app.get('/recovery-codes', user(countCodes))
  app.post('/recovery-codes', user(makeCodes))
  app.post('/recovery-codes/verify', user(verifyRecoveryCode))
  app.get('/sessions', user(listSessions))
  app.delete('/sessions/:sessionId', user(endSession))

  app.get('/admin/users', admin(listUsers))
  app.post('/admin/users', admin(adminCreateUser))
  app.get('/admin/users/:userId', admin(adminGetUser))
  app.put('/admin/users/:userId', admin(adminUpdateUser))
  app.delete('/admin/users/:userId', admin(adminDeleteUser))
  app.get('/admin/users/:userId/factors', admin(adminListFactors))
  app.delete('/admin/users/:userId/factors/:factorId', admin(adminRemoveFactor))
  app.put('/admin/users/:userId/factors/:factorId', admin(adminRenameFactor))
  app.all('/admin/sso/*', admin(sso))
  app.post('/admin/generate_link', admin(adminGenerateLink))
  app.post('/invite', admin(adminInvite))
}

/** Following, watching, and what of it reaches a person. */
import { ok, refuse } from '#domain/result.ts'
import { browserOf } from '../../doors/auth/known-browsers.ts'
import { endpoints } from '../api/serve.ts'
import { alertsCalls } from './contract.ts'
import { changeFollowing, listFollowed, readFollowing } from './following.ts'
import { isReturnedTo, signUpOutcome } from './returned-to.ts'
import { readAlertSettings, setAlert, setQuietNight } from './settings.ts'

export const alertsEndpoints = endpoints(alertsCalls, ({ sql }) => ({
  'POST /mail-returned': async ({ c, body }) => {
    const [isReturned, signUp] = await Promise.all([
      isReturnedTo(sql, body.email, browserOf(c)),
      signUpOutcome(sql, body.email, browserOf(c)),
    ])
    return ok({ isReturned, signUp })
  },
  'GET /projects/{uid}/following': async ({ fan, params }) => {
    const following = await readFollowing(sql, fan.uid, params.uid)
    return following ? ok(following) : refuse('project_not_found')
  },
  'POST /projects/{uid}/following': ({ fan, params, body }) =>
    changeFollowing(sql, fan.uid, params.uid, body),
  'GET /alerts': async ({ fan }) => {
    const [followed, settings] = await Promise.all([
      listFollowed(sql, fan.uid),
      readAlertSettings(sql, fan.uid),
    ])
    return ok({ followed, settings })
  },
  'POST /alerts': async ({ fan, body }) => {
    if (body.quietNight !== undefined) await setQuietNight(sql, fan.uid, body.quietNight)
    if (body.alert) await setAlert(sql, fan.uid, body.alert)
    return ok(await readAlertSettings(sql, fan.uid))
  },
}))

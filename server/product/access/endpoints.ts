/** What fans do with tokens: list them, play them, and watch the free sample. */
import { ok, refuse } from '#domain/result.ts'
import type { PersonClaims } from '../../platform/http/access-token.ts'
import type { Fan } from '../api/check-account.ts'
import { endpoints } from '../api/serve.ts'
import { accessCalls } from './contract.ts'
import { type LeaseClaim, releaseLease, renewLease } from './play-lease.ts'
import { playToken } from './play-token.ts'
import { findSample } from './sample.ts'
import { listUserTokens, readShelfPlace } from './user-tokens.ts'

const DAY_MS = 86_400_000

export const accessEndpoints = endpoints(accessCalls, ({ sql, video }) => ({
  'GET /sample': async () => {
    const sample = await findSample(sql)
    if (!sample) return refuse('project_not_found')
    return ok({ ...sample, videoUrl: video.signedUrl(sample.videoId, Date.now() + DAY_MS) })
  },
  'GET /user-projects': async ({ fan, query: { limit, after: said } }) => {
    const after = said === null ? null : readShelfPlace(said)
    if (said !== null && after === null) return refuse('malformed')
    return ok(await listUserTokens(sql, fan.uid, { limit, after }))
  },
  'POST /play': async ({ body, ...caller }) => {
    const { tokenUid, fanUid, device } = claimOf(caller, body)
    const played = await playToken(sql, fanUid, tokenUid, { device, takeOver: body.takeOver })
    if (!played.ok) return played
    const { uid, statusSong, willExpireAt, videoId } = played.value
    const videoUrl = video.signedUrl(videoId, willExpireAt.getTime())
    return ok({ uid, statusSong, willExpireAt: willExpireAt.toISOString(), videoUrl })
  },
  'POST /play/renew': ({ body, ...caller }) => renewLease(sql, claimOf(caller, body)),
  'POST /play/release': async ({ body, ...caller }) => {
    await releaseLease(sql, claimOf(caller, body))
    return ok(null)
  },
}))

/**
 * A caller that names no device is identified by its session, so that omitting the name does not allow a second
 * device.
 */
function claimOf(
  { claims, fan }: { claims: PersonClaims; fan: Fan },
  { UID, device }: { UID: string; device?: string | undefined },
): LeaseClaim {
  return { tokenUid: UID, fanUid: fan.uid, device: device ?? claims.session_id ?? claims.sub }
}

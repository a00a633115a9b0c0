/** Where videos are played: that it answers, believes us, and lets nobody else in. */
import type { ServerContext } from '#server/context.ts'
import { cdnAddress } from '#server/platform/adapters/bunny-cdn.ts'
import { createVideoFiles, MANIFEST } from '#server/platform/video/video-files.ts'
import { type Check, type Finding, fault, unknown, well } from './finding.ts'

/** No library has a video of that name. */
const NO_VIDEO = '00000000-0000-0000-0000-000000000000'
const MANIFEST_AT_THE_ZONE = 'playlist.m3u8'
const MOST_NAMED = 5

const LOOKS = {
  bunny: {
    look: lookAtHost,
    settings: 'VIDEO_EMBED_URL; to upload also at VIDEO_LIBRARY_ID and VIDEO_API_KEY',
  },
  'bunny-cdn': { look: lookAtZone, settings: 'VIDEO_CDN_URL and VIDEO_CDN_KEY' },
  s3: { look: lookAtStore, settings: 'S3_…, or at the rights of DATA_DIR' },
} as const

export function videoCheck(ctx: ServerContext): Check {
  const { look, settings } = LOOKS[ctx.env.VIDEO_PROVIDER]
  return { name: 'video', advice: `Look at ${settings}.`, look: () => look(ctx) }
}

async function lookAtHost({ env, video }: ServerContext): Promise<Finding> {
  await fetch(env.VIDEO_EMBED_URL ?? '', { redirect: 'manual' })
  if (!video.library)
    return unknown('the host answers', 'No uploads: VIDEO_LIBRARY_ID and VIDEO_API_KEY are not set.')
  await video.library.stateOf(NO_VIDEO)
  return well('the host answers, and the library lets us in')
}

/** A video that does not exist is looked for with our token, and without any. */
async function lookAtZone({ env }: ServerContext): Promise<Finding> {
  const { VIDEO_CDN_URL: zone = '', VIDEO_CDN_KEY: key = '' } = env
  const soon = Math.floor(Date.now() / 1000) + 60
  const open = await fetch(`${zone.replace(/\/$/, '')}/${NO_VIDEO}/${MANIFEST_AT_THE_ZONE}`, {
    redirect: 'manual',
  })
  if (open.status !== 403)
    return fault(
      `the zone answers ${open.status} to somebody without a token`,
      'Switch token authentication on in the zone: until then every video plays for everybody, for ever.',
    )
  const ours = await fetch(cdnAddress(zone, key, NO_VIDEO, MANIFEST_AT_THE_ZONE, soon), {
    redirect: 'manual',
  })
  return ours.status === 404
    ? well('the zone believes our tokens, and lets nobody else in')
    : fault(
        `the zone answers ${ours.status} to our token`,
        'Set VIDEO_CDN_KEY to the zone’s token authentication key.',
      )
}

async function lookAtStore({ env, sql }: ServerContext): Promise<Finding> {
  const files = createVideoFiles(env)
  const works = await sql<{ id: string }[]>`
    select distinct video_id as id from projects where is_active union select video_id from samples`
  const there = await Promise.all(works.map(({ id }) => files.has(`${id}/${MANIFEST}`)))
  const missing = works.filter((_work, at) => !there[at]).map(({ id }) => id)
  if (missing.length === 0) return well(`${works.length} videos are in ${files.name}`)
  const named = missing.slice(0, MOST_NAMED).join(', ')
  return fault(
    `${missing.length} of ${works.length} videos are missing: ${named}`,
    'npm run tune -- video add {id} {film}',
  )
}

/** How the author's part of a project is shared: by the operator before it is published, and by those who share it. */
import { ok, refuse } from '#domain/result.ts'
import { endpoints } from '../api/serve.ts'
import { findOwnArtist } from '../artists/public.ts'
import { splitsCalls } from './contract.ts'
import { agreeToSplit, declineSplit, withdrawSplit } from './decide-split.ts'
import { findOwnSharer, findSharers } from './find-sharers.ts'
import { proposeSplit, setSplit } from './propose-split.ts'
import { findSplit, readOwnSplits } from './read-split.ts'

export const splitsEndpoints = endpoints(splitsCalls, ({ sql }) => ({
  'GET /admin/projects/{uid}/split': async ({ params }) => {
    const split = await findSplit(sql, params.uid)
    return split ? ok(split) : refuse('project_not_found')
  },
  'GET /admin/sharers': async ({ query }) => ok(await findSharers(sql, query.search)),
  'POST /admin/projects/{uid}/split': ({ params, body, by }) => setSplit(sql, params.uid, body.shares, by),
  'POST /admin/splits/{uid}/withdraw': ({ params, by }) => withdrawSplit(sql, params.uid, by),

  'GET /studio/splits': async ({ fan }) => {
    const artist = await findOwnArtist(sql, fan.uid)
    return artist ? ok(await readOwnSplits(sql, artist)) : refuse('not_an_artist')
  },
  'GET /studio/sharers': async ({ fan, query }) => {
    if (!(await findOwnArtist(sql, fan.uid))) return refuse('not_an_artist')
    const sharer = await findOwnSharer(sql, query.email)
    return sharer ? ok(sharer) : refuse('sharer_has_no_account')
  },
  'POST /studio/works/{uid}/split': ({ params, body, by }) => proposeSplit(sql, params.uid, body.shares, by),
  'POST /studio/splits/{uid}/agree': ({ params, by }) => agreeToSplit(sql, params.uid, by),
  'POST /studio/splits/{uid}/decline': ({ params, by }) => declineSplit(sql, params.uid, by),
}))

/**
 * POST /artist-figures {token}: for whoever has a link. The token travels in the body, where no log of addresses keeps
 * it; a wrong, ended or revoked one is answered alike.
 */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { clientAddress } from '../../platform/http/client-address.ts'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody } from '../api/input.ts'
import { createUseLimit } from '../api/use-limit.ts'
import { findArtistFigures } from './artist-figures.ts'

/** A page asks four times a minute; nobody guesses 32 bytes at this rate. */
const PER_MINUTE = 60
export const body = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })

export function postArtistFigures(ctx: Pick<ApiContext, 'sql' | 'env'>): Handler<ApiEnv> {
  const mayAsk = createUseLimit(PER_MINUTE * ctx.env.ADDRESS_LIMIT_FACTOR)
  return async (c) => {
    if (!mayAsk(clientAddress(c))) return refusal(c, 'too_many_requests')
    const input = await readBody(c, body)
    const figures = input ? await findArtistFigures(ctx.sql, input.token) : null
    return figures ? c.json({ data: figures }) : refusal(c, 'link_not_found')
  }
}

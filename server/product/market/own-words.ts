/** A fan's own words beside what they buy: they reach somebody else. */
import * as v from 'valibot'
import { leadsAway } from '#domain/address.ts'
import { readable } from '../api/call.ts'

/** At most this many characters; none is fine. */
export const ownWords = (most: number) =>
  v.pipe(
    readable,
    v.trim(),
    v.maxLength(most),
    v.check((text) => !leadsAway(text), 'no addresses and no telephone numbers'),
  )

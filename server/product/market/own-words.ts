/** A fan's own words beside what they buy: they reach somebody else. */
import * as v from 'valibot'
import { readable, staysHere } from '../api/call.ts'

/** At most this many characters; none is fine. */
export const ownWords = (most: number) => v.pipe(readable, v.trim(), v.maxLength(most), staysHere)

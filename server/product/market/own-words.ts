/** A fan's own words beside what they buy: they reach somebody else. */
import * as v from 'valibot'
import { readable } from '../api/call.ts'
import { staysHere } from '../api/stays-here.ts'

/** At most this many characters; none is fine. */
export const ownWords = (most: number) => v.pipe(readable, v.trim(), v.maxLength(most), staysHere)

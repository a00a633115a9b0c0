/** The fields of a project as callers send them. */
import * as v from 'valibot'
import { centavos } from '../api/input.ts'

/** Names travel in the contract's code, where each has one byte for its length. */
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120), v.maxBytes(255))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const YEAR_SECONDS = 31_536_000

export const projectFields = {
  projectName: name,
  author: name,
  authorWallet: address,
  symbol: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,11}$/)),
  description: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(5000)),
  fiatPrice: v.pipe(centavos, v.minValue(100)),
  totalSupply: whole(100_000),
  /** Seconds. */
  validPeriod: whole(YEAR_SECONDS),
  videoId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  lyrics: v.pipe(v.string(), v.maxLength(50_000)),
  thumbnail: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  /** UTC. */
  expiredAt: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    v.transform((text) => new Date(`${text.replace(' ', 'T')}Z`)),
    v.date(),
  ),
}

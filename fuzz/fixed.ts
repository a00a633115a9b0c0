/** Names and numbers that are the same in every world, so that a seed's inputs are. */
import { createHash } from 'node:crypto'

const digest = (what: string) => createHash('sha256').update(`bad input: ${what}`).digest('hex')

/** A version 4 UUID for `what`. */
export function uuidOf(what: string): string {
  const hex = digest(what)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An address on the chain. */
export const walletOf = (what: string): string => `0x${digest(what).slice(0, 40)}`

/** Stands in what only its owner, administrators and the service may read. */
export const CANARY = `canary${digest('canary').slice(0, 16)}`

/** What is not published. Whoever may publish it does, in a long run: it is hidden again then. */
export const HIDDEN_PROJECT = uuidOf(`project ${CANARY}`)

/** Whose rows are nobody else's. */
export const HIDDEN_UID = uuidOf('who hides something')

/** What no answer to others may hold. */
export const CANARIES = [CANARY, HIDDEN_UID]

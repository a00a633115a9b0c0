import { createContext, use } from 'react'
import type { TokenWire } from '#server/product/access/contract.ts'

/** A playing token keeps the URL it started with; `willExpireAt` is the end of its window. */
export type Playing = { token: TokenWire; videoUrl: string; willExpireAt: string }

export type Listening = {
  playing: Playing | null
  /** The player fills the screen; otherwise it is small, and plays on while other screens are open. */
  isLarge: boolean
  /** The uid of the token whose player is being opened. */
  opening: string | null
  /** The token whose first play is to be confirmed. */
  confirming: TokenWire | null
  /** The token that plays on another device. */
  elsewhere: TokenWire | null
  /** The uid of the token whose strip is hidden in this browser, until something is played here again. */
  hiddenHour: string | null
  hideHour(token: TokenWire): void
  /** Opens a token: at once if it was played before, otherwise after asking. */
  choose(token: TokenWire): void
  /** Opens it without asking; `takeOver` takes it from another device. */
  start(token: TokenWire, takeOver?: boolean): Promise<void>
  /** Closes the question that is open. */
  decline(): void
  enlarge(): void
  shrink(): void
  stop(): void
}

export const ListeningContext = createContext<Listening | null>(null)

/** The player of the fan's own tokens, from any screen inside the fans' layout. */
export function useListening(): Listening {
  const listening = use(ListeningContext)
  if (!listening) throw new Error('useListening needs the fans’ layout around it')
  return listening
}

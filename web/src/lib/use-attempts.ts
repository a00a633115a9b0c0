import { useRef } from 'react'
import { type Attempt, attemptFor, isUndecided } from './attempt.ts'

/** Sends orders that must not be carried out twice, each under the idempotency key of its attempt. */
export function useAttempts() {
  const open = useRef<Attempt | null>(null)

  /** The open attempt if it was for the same order, otherwise a new one. */
  function attempt(order: unknown): Attempt {
    return attemptFor(open.current, order, () => crypto.randomUUID())
  }

  /** Throws what `post` throws; after a lost answer the attempt stays open, so sending again repeats it. */
  async function send<Answer>(chosen: Attempt, post: (key: string) => Promise<Answer>): Promise<Answer> {
    open.current = chosen
    try {
      const answer = await post(chosen.key)
      open.current = null
      return answer
    } catch (error) {
      if (!isUndecided(error)) open.current = null
      throw error
    }
  }

  /** The next order is a new attempt. */
  function forget(): void {
    open.current = null
  }

  return { attempt, send, forget }
}

/** The link "it was not me" of a notice: its secret is behind the # (server/product/sign-in/auth-mail.ts writes it). */
import { useEffect, useState } from 'react'
import { AuthDoorError, authDoor } from '../../lib/auth-door.ts'
import { auth } from '../../lib/supabase.ts'

/** What the link takes back; `provider` where it is an account of one. */
export type Undoable = { kind: 'factor' | 'identity'; provider: string | null; created_at: string }

export type Offered = Undoable | 'reading' | 'dead' | 'unanswered'

/** What the link with this secret takes back, and `read` to ask once more. Changes nothing. */
export function useOffered(token: string): { offered: Offered; read(): void } {
  const [offered, setOffered] = useState<Offered>('reading')
  const [tries, setTries] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    setOffered('reading')
    readOffered(token, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setOffered(found)
    })
    return () => leaving.abort()
  }, [token])

  return { offered, read: () => setTries(tries + 1) }
}

async function readOffered(token: string, signal: AbortSignal): Promise<Offered> {
  if (token === '') return 'dead'
  try {
    return await authDoor<Undoable>('/undo/offered', { body: { token }, signal })
  } catch (fault) {
    return isDead(fault) ? 'dead' : 'unanswered'
  }
}

export type UndoOutcome = 'done' | 'dead' | 'inactive' | 'too-many' | 'unanswered'

/** Takes the change back; the session that opens, for a new password, arrives through the session provider. */
export async function takeBack(token: string): Promise<UndoOutcome> {
  try {
    const session = await authDoor<{ access_token: string; refresh_token: string }>('/undo', {
      body: { token },
    })
    const { error } = await (await auth()).setSession(session)
    return error ? 'unanswered' : 'done'
  } catch (fault) {
    if (isDead(fault)) return 'dead'
    if (!(fault instanceof AuthDoorError)) return 'unanswered'
    if (fault.code === 'user_banned') return 'inactive'
    return fault.status === 429 ? 'too-many' : 'unanswered'
  }
}

const isDead = (fault: unknown) => fault instanceof AuthDoorError && fault.code === 'otp_expired'

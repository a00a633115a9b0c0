/**
 * Proving once more that the account is one's own, which the server asks for before money or keys move. Whatever was being
 * done waits for it, and then goes on: what was typed stays typed.
 */
import type { ReactNode } from 'react'

/** What the person confirms by the proof, where nothing else has asked them: it stands above the field. */
export type Confirmed = { title: string; content: ReactNode; submit: string }

type Ask = (confirmed: Confirmed | null) => Promise<boolean>
let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Has `asker` ask the person; it resolves with false when they would rather not. */
export function onProofDue(asker: Ask): () => void {
  ask = asker
  return () => {
    ask = null
  }
}

/** Resolves with `send`'s answer: its second one where the first asked for a proof and the person gave it. */
export async function withProof<Answer>(
  send: () => Promise<Answer>,
  isDue: (answer: Answer) => boolean,
): Promise<Answer> {
  const answer = await send()
  return isDue(answer) && (await prove()) ? send() : answer
}

/** What happens at once is asked for once. Resolves with false when they would rather not. */
export function prove(confirmed: Confirmed | null = null): Promise<boolean> {
  asking ??= (ask?.(confirmed) ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}

import * as v from 'valibot'
import { wayOutIn } from '#domain/leads-away.ts'
import type { Refusal } from '#domain/refusal.ts'

/** For words that reach people who did not ask for them. A body with nothing else amiss is refused by that name (`readJson`). */
export const staysHere = v.check(
  (text: string) => wayOutIn(text) === null,
  'words_lead_away' satisfies Refusal,
)

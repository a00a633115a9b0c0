/** A row of auth.sessions. */
import * as v from 'valibot'

export const sessionRow = v.object({
  id: v.string(),
  user_id: v.string(),
  aal: v.picklist(['aal1', 'aal2', 'aal3']),
  not_after: v.nullable(v.date()),
  created_at: v.date(),
  refreshed_at: v.nullable(v.date()),
})
export type SessionRow = v.InferOutput<typeof sessionRow>

/** Which role the reader has in the back office, and what it may do: asked from the server, whose contracts say so. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OWNER, type Role } from '#domain/role.ts'
import type { CallName } from '#server/product/calls.ts'
import { api } from '../lib/api.ts'
import { useSignedIn } from '../session/provider.tsx'

/** How often the back office asks again by itself: a screen that is only being looked at makes no calls that would tell of anything new. */
export const ASK_AGAIN_MS = 15_000

export const officeQuery = queryOptions({
  queryKey: ['admin', 'office'],
  queryFn: async ({ signal }) => (await api('GET /admin/office', { signal })).data,
  refetchInterval: ASK_AGAIN_MS,
})

/** Whether the reader's role includes a call. Nothing is, until the server has said so. */
export function useMay(): (call: CallName) => boolean {
  const { data } = useQuery(officeQuery)
  return (call) => data?.calls.includes(call) ?? false
}

/**
 * Whether the reader may deactivate an account or end its sessions: nobody's own, and of those who work in the back office
 * only an owner's hand reaches.
 */
export function useMayManage({ uid, role }: { uid: string; role: Role }): boolean {
  const { data } = useQuery(officeQuery)
  const { user } = useSignedIn()
  return uid !== user.id && (role === 'user' || data?.role === OWNER)
}

/** Its children, for roles that include the call. */
export function May({ call, children }: { call: CallName; children: ReactNode }) {
  const may = useMay()
  return may(call) ? children : null
}

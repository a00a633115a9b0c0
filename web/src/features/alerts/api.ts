import { queryOptions } from '@tanstack/react-query'
import type { AlertSettingsWire, FollowingWire } from '#server/product/alerts/contract.ts'
import type { BodyOf } from '#server/product/calls.ts'
import { api } from '../../lib/api.ts'

/** Whether the fan follows a project's artist, and watches the project. */
export function followingQuery(uid: string) {
  return queryOptions({
    queryKey: ['following', uid],
    queryFn: async ({ signal }) =>
      (await api('GET /projects/{uid}/following', { params: { uid }, signal })).data,
  })
}

/** Throws ApiError. */
export async function changeFollowing(
  uid: string,
  body: BodyOf<'POST /projects/{uid}/following'>,
): Promise<FollowingWire> {
  return (await api('POST /projects/{uid}/following', { params: { uid }, body })).data
}

/** Whom and what the fan follows, and which alerts reach them how. */
export function alertsQuery() {
  return queryOptions({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await api('GET /alerts', { signal })).data,
  })
}

/** Throws ApiError. */
export async function switchAlert(body: BodyOf<'POST /alerts'>): Promise<AlertSettingsWire> {
  return (await api('POST /alerts', { body })).data
}

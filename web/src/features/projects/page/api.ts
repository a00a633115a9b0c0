import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

/** Visitors without an account have no realtime connection, so units and bids are polled this often. */
const REREAD_MS = 15_000

/** A published project as anybody sees it. */
export function publicProjectQuery(uid: string) {
  return queryOptions({
    queryKey: keys.publicProject(uid),
    queryFn: async ({ signal }) => {
      return (await api('GET /projects/{uid}/public', { params: { uid }, signal })).data
    },
    refetchInterval: (query) => (query.state.error ? false : REREAD_MS),
  })
}

/**
 * Any project as a fan would see it, for administrators. It keeps its video URL: a new one would restart the
 * video.
 */
export function previewQuery(uid: string) {
  return queryOptions({
    queryKey: ['admin', 'project', uid, 'preview'],
    queryFn: async ({ signal }) => {
      return (await api('GET /admin/projects/{uid}/preview', { params: { uid }, signal })).data
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Whether the fan already has it. */
export function ownershipQuery(uid: string) {
  return queryOptions({
    queryKey: keys.project(uid),
    queryFn: async ({ signal }) => (await api('GET /projects/{uid}', { params: { uid }, signal })).data,
    select: (project) => project.hasProject,
  })
}

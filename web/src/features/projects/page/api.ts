import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

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

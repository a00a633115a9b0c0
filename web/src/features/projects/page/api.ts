import { queryOptions } from '@tanstack/react-query'
import type { ProjectPreviewWire } from '#domain/wire/admin-project.ts'
import type { Answer, ProjectWire, PublicProjectWire } from '#domain/wire/api.ts'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

/** Whoever looks without an account has no live line: units and bids are asked for this often. */
const REREAD_MS = 15_000

/** A published project as anybody sees it. */
export function publicProjectQuery(uid: string) {
  return queryOptions({
    queryKey: keys.publicProject(uid),
    queryFn: async ({ signal }) => {
      const path = `/projects/${encodeURIComponent(uid)}/public`
      return (await api<Answer<PublicProjectWire>>(path, { signal })).data
    },
    refetchInterval: (query) => (query.state.error ? false : REREAD_MS),
  })
}

/** Any project as a fan would see it, for administrators. It keeps its address: a new one would start the video over. */
export function previewQuery(uid: string) {
  return queryOptions({
    queryKey: ['admin', 'project', uid, 'preview'],
    queryFn: async ({ signal }) => {
      const path = `/admin/projects/${encodeURIComponent(uid)}/preview`
      return (await api<Answer<ProjectPreviewWire>>(path, { signal })).data
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Whether the fan has it already. */
export function ownershipQuery(uid: string) {
  return queryOptions({
    queryKey: keys.project(uid),
    queryFn: async ({ signal }) =>
      (await api<Answer<ProjectWire>>(`/projects/${encodeURIComponent(uid)}`, { signal })).data,
    select: (project) => project.hasProject,
  })
}

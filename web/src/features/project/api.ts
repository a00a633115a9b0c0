import { queryOptions } from '@tanstack/react-query'
import type { Answer, ProjectWire, PublicProjectWire } from '#domain/wire/api.ts'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

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

/** Whether the fan has it already. */
export function ownershipQuery(uid: string) {
  return queryOptions({
    queryKey: keys.project(uid),
    queryFn: async ({ signal }) =>
      (await api<Answer<ProjectWire>>(`/projects/${encodeURIComponent(uid)}`, { signal })).data,
    select: (project) => project.hasProject,
  })
}

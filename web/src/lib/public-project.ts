import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { keys } from './query.ts'

/** A published project as anybody sees it. */
export function publicProjectQuery(uid: string) {
  return queryOptions({
    queryKey: keys.publicProject(uid),
    queryFn: async ({ signal }) => {
      return (await api('GET /projects/{uid}/public', { params: { uid }, signal })).data
    },
  })
}

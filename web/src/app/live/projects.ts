import { type InfiniteData, matchQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatch } from 'react-router'
import type { Page } from '#server/product/api/call.ts'
import type { ProjectUpdate, ProjectWire } from '#server/product/projects/wire.ts'
import { paths } from '../../lib/paths.ts'
import { keys } from '../../lib/query.ts'
import { realtime } from '../../lib/supabase.ts'

type ProjectList = InfiniteData<Page<ProjectWire>>
type Updates = ReadonlyMap<string, ProjectUpdate>

const LISTS = { queryKey: keys.projectLists }

/** Follows the projects while their list is open. */
export function useLiveProjects(): void {
  const cache = useQueryClient()
  const isOpen = useMatch(paths.dashboard) !== null
  useEffect(() => (isOpen ? followProjects(cache) : undefined), [isOpen, cache])
}

function followProjects(cache: QueryClient): () => void {
  let ended = false
  let leave: (() => Promise<unknown>) | null = null
  /** What came while a list was being read. The server may have read it before that, so it is applied again. */
  const meanwhile = new Map<string, ProjectUpdate>()
  const ignore = cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !matchQuery(LISTS, event.query)) return
    const { action } = event
    if (action.type === 'fetch' && cache.isFetching(LISTS) === 1) meanwhile.clear()
    if (action.type === 'success' && !action.manual) applyUpdates(cache, meanwhile)
  })
  const reread = () => void cache.invalidateQueries(LISTS)

  function take(projects: ProjectUpdate[]) {
    const updates = new Map(projects.map((project) => [project.uid, project]))
    if (cache.isFetching(LISTS) > 0) for (const [uid, project] of updates) meanwhile.set(uid, project)
    applyUpdates(cache, updates)
  }

  async function join() {
    const client = await realtime()
    if (ended) return
    const channel = client.channel('projects')
    channel
      .on('broadcast', { event: 'changed' }, ({ payload }: { payload: { projects: ProjectUpdate[] } }) =>
        take(payload.projects),
      )
      .on('broadcast', { event: 'gap' }, reread)
      // Changes from before the channel was joined were not sent to us.
      .on('broadcast', { event: 'snapshot' }, reread)
      .subscribe()
    leave = () => client.removeChannel(channel)
  }

  void join()
  return () => {
    ended = true
    ignore()
    void leave?.()
  }
}

/** Applies the changes to every cached list. */
function applyUpdates(cache: QueryClient, updates: Updates): void {
  if (updates.size === 0) return
  cache.setQueriesData<ProjectList>(
    LISTS,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((project) => ({ ...project, ...updates.get(project.uid) })),
        })),
      },
  )
}

import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatch } from 'react-router'
import type { Page } from '#server/product/api/call.ts'
import type { ProjectNews, ProjectWire } from '#server/product/projects/wire.ts'
import { paths } from '../../lib/paths.ts'
import { keys } from '../../lib/query.ts'
import { realtime } from '../../lib/supabase.ts'

type ProjectList = InfiniteData<Page<ProjectWire>>

/** Follows the projects while their list is open. */
export function useLiveProjects(): void {
  const cache = useQueryClient()
  const isOpen = useMatch(paths.dashboard) !== null
  useEffect(() => (isOpen ? followProjects(cache) : undefined), [isOpen, cache])
}

function followProjects(cache: QueryClient): () => void {
  let ended = false
  let leave: (() => Promise<unknown>) | null = null
  const reread = () => void cache.invalidateQueries({ queryKey: keys.projectLists })

  async function join() {
    const client = await realtime()
    if (ended) return
    const channel = client.channel('projects')
    channel
      .on('broadcast', { event: 'changed' }, ({ payload }: { payload: { projects: ProjectNews[] } }) =>
        applyNews(cache, payload.projects),
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
    void leave?.()
  }
}

/** Applies the changes to every cached list. */
function applyNews(cache: QueryClient, projects: ProjectNews[]): void {
  const news = new Map(projects.map((project) => [project.uid, project]))
  cache.setQueriesData<ProjectList>(
    { queryKey: keys.projectLists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((project) => ({ ...project, ...news.get(project.uid) })),
        })),
      },
  )
}

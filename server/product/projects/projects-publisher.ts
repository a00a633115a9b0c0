/**
 * Changes in the list of projects: topic `projects`, one for everybody. At most once a second the changed ones are
 * read together and sent to all; the number of watchers costs the database nothing.
 */

import type { BroadcastSource, Emit } from '../../doors/realtime/topics.ts'
import type { Logger } from '../../platform/log.ts'
import { createPace } from '../../platform/pace.ts'
import type { ProjectUpdate } from './wire.ts'

/** Every change that the list shows touches a row of one of these, and the row names the project. */
const TABLES = new Set(['bids', 'mints', 'units'])
const TOPIC = 'projects'
const NEWS_MS = 1000
const RETRY_MS = 1000
/** More than this wait for the next read. */
const MOST_AT_ONCE = 200

/** Events: `changed` with `{projects}`; `gap` when something may have been missed and the list must be read again. */
export function createProjectsPublisher(
  readNews: (projectIds: number[]) => Promise<ProjectUpdate[]>,
  log: Logger,
): BroadcastSource {
  const changed = new Set<number>()
  let tell: Emit | null = null

  const pace = createPace(
    async () => {
      const ids = [...changed].slice(0, MOST_AT_ONCE)
      for (const id of ids) changed.delete(id)
      try {
        const projects = ids.length > 0 ? await readNews(ids) : []
        if (projects.length > 0) await tell?.('changed', { projects })
      } catch (fault) {
        for (const id of ids) changed.add(id)
        throw fault
      }
      if (changed.size > 0) pace.request()
    },
    {
      everyMs: NEWS_MS,
      retryMs: RETRY_MS,
      onFault: (fault) => log.error({ err: fault }, 'the changed projects could not be read'),
    },
  )

  return {
    owns: (name) => name === TOPIC,
    async open(_name, emit) {
      tell = emit
      return {
        // Watchers read the list themselves when they join: each has a search and an order of their own.
        snapshot: () => ({}),
        close() {
          tell = null
          changed.clear()
        },
      }
    },
    follows: (schema, table) => tell !== null && schema === 'public' && TABLES.has(table),
    onChange({ record }) {
      if (typeof record.project_id !== 'number') return
      changed.add(record.project_id)
      pace.request()
    },
    onGap: () => void tell?.('gap', {}),
  }
}

/**
 * The publisher of each auction that somebody watches: topic `market:{uid}` of the realtime door. However many watch
 * and however much changes, a market is read at most ten times a second, and once for everybody.
 */

import type { BroadcastSource, OpenTopic } from '../../doors/realtime/topics.ts'
import type { Logger } from '../../platform/log.ts'
import { createPace, type Pace } from '../../platform/pace.ts'
import type { MarketFrame } from './contract.ts'
import { type MarketState, nextFrame } from './market-diff.ts'

export type MarketReads = {
  /** A published project; null when there is none. */
  findMarket: (projectUid: string) => Promise<{ id: number } | null>
  /** As it is now, for anybody: what is the reader's own is not in it. */
  readMarket: (projectId: number) => Promise<MarketState>
}

const TOPIC = /^market:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Every change of a market touches a row of one of these, and the row names the project. */
const TABLES = new Set(['bids', 'mints', 'payments', 'units'])
const FRAME_MS = 100
const RETRY_MS = 1000
/** A commit around a topic's first read may be missing from it: it is read once more after a moment. */
const SETTLE_MS = 500

export function createAuctionPublisher(
  { findMarket, readMarket }: MarketReads,
  log: Logger,
): BroadcastSource {
  const paces = new Map<number, Pace>()

  async function open(
    projectId: number,
    emit: (event: string, frame: MarketFrame) => Promise<void>,
  ): Promise<OpenTopic> {
    let last: MarketFrame = { ...(await readMarket(projectId)), seq: 1 }
    const pace = createPace(
      async () => {
        const state = await readMarket(projectId)
        const next = nextFrame(last, state)
        // Somebody else may watch the project by now, on a publisher of their own.
        if (!next || paces.get(projectId) !== pace) return
        last = { ...state, seq: next.frame.seq }
        await emit(next.event, next.frame)
      },
      {
        everyMs: FRAME_MS,
        retryMs: RETRY_MS,
        onFault: (fault) => log.error({ err: fault, projectId }, 'a market could not be read'),
      },
    )
    paces.set(projectId, pace)
    const settling = setTimeout(pace.request, SETTLE_MS)
    return {
      snapshot: () => last,
      close() {
        clearTimeout(settling)
        pace.stop()
        paces.delete(projectId)
      },
    }
  }

  return {
    owns: (name) => name.startsWith('market:'),
    async open(name, emit) {
      const uid = TOPIC.exec(name)?.[1]
      const project = uid === undefined ? null : await findMarket(uid)
      return project && open(project.id, emit)
    },
    follows: (schema, table) => paces.size > 0 && schema === 'public' && TABLES.has(table),
    onChange({ record }) {
      if (typeof record.project_id === 'number') paces.get(record.project_id)?.request()
    },
    onGap() {
      for (const pace of paces.values()) pace.request()
    },
  }
}

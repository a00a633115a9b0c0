/**
 * Announces each status change of the fan's own rows once, whether pushed by realtime or missed while it was
 * down.
 */
import type { Transitions } from '#domain/transitions.ts'
import { inTab } from '../../lib/browser-storage.ts'
import { type Seen, type StatusRow, see, seeAll } from './news.ts'

type AnnouncerOptions<Status extends string, Row extends StatusRow<Status>> = {
  /** The sessionStorage key of what has been announced, so that a reload does not announce it again. */
  memory: string
  machineOf(row: Row): Transitions<Status>
  /** The newest rows, oldest first; null when they could not be read. */
  read(): Promise<Row[] | null>
  announce(row: Row): void
}

export type Announcer = { receive(row: unknown): void; reread(): Promise<void>; end(): void }

export function createAnnouncer<Status extends string, Row extends StatusRow<Status>>(
  options: AnnouncerOptions<Status, Row>,
): Announcer {
  const kept = inTab.read(options.memory)
  let seen: Seen<Status> = kept ? JSON.parse(kept) : {}
  // Until the rows have been read once, it is unknown which of them are old: none of those read is news, and what is
  // pushed until then waits for them, since it may be late.
  let arrived = kept !== null
  let early: Row[] = []
  let ended = false

  function remember(rows: Seen<Status>) {
    seen = rows
    if (arrived) inTab.write(options.memory, JSON.stringify(rows))
  }

  function receive(row: Row) {
    const result = see(seen, row, options.machineOf(row))
    remember(result.seen)
    if (result.isNews) options.announce(row)
  }

  function arrive(rows: Row[]) {
    arrived = true
    remember(seeAll(rows))
    for (const row of early) receive(row)
    early = []
  }

  return {
    receive(row) {
      if (arrived) receive(row as Row)
      else early.push(row as Row)
    },
    async reread() {
      const rows = await options.read()
      // A failed read loses nothing: the next focus or reconnection reads again from the same memory.
      if (ended || rows === null) return
      if (arrived) for (const row of rows) receive(row)
      else arrive(rows)
    },
    end() {
      ended = true
    },
  }
}

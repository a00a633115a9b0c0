/**
 * The control interface that every emulator mounts at `/_control`: reset the state, script the outcome of the next
 * request, and read the requests. It stands for what a tester cannot do to the real vendor; no product code may call
 * it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type Context, Hono } from 'hono'

/**
 * The outcome of the next matching request. `delay_ms` applies before any outcome; other fields refine one outcome.
 */
export type Scripted = { outcome: string; delay_ms: number; [detail: string]: unknown }

/** One line of the log: `detail` never holds card numbers, passwords or keys. */
export type LogEntry = { at: string; method: string; path: string; status: number; detail: unknown }

const KEPT_LOG_ENTRIES = 1000

export class Control {
  private readonly db: DatabaseSync
  private readonly outcomes: readonly string[]

  /** `outcomes` are the names that `POST /next` accepts for this emulator. */
  constructor(db: DatabaseSync, outcomes: readonly string[]) {
    this.db = db
    this.outcomes = outcomes
    db.exec(`
      create table if not exists control_next (id integer primary key, scripted text not null);
      create table if not exists control_log (id integer primary key, entry text not null);
    `)
  }

  /** Queues one outcome behind those already scripted. */
  script(scripted: Scripted): void {
    this.db.prepare('insert into control_next (scripted) values (?)').run(JSON.stringify(scripted))
  }

  /** Takes the oldest scripted outcome, or undefined when there is none. */
  takeNext(): Scripted | undefined {
    const row = this.db
      .prepare('delete from control_next where id = (select min(id) from control_next) returning scripted')
      .get()
    return row === undefined ? undefined : (JSON.parse(String(row.scripted)) as Scripted)
  }

  /** Adds one line to the log and drops the oldest ones. */
  record(entry: Omit<LogEntry, 'at'>): void {
    const line: LogEntry = { at: new Date().toISOString(), ...entry }
    const { lastInsertRowid } = this.db
      .prepare('insert into control_log (entry) values (?)')
      .run(JSON.stringify(line))
    this.db.prepare('delete from control_log where id <= ?').run(Number(lastInsertRowid) - KEPT_LOG_ENTRIES)
  }

  /** The log, newest first. */
  log(): LogEntry[] {
    const rows = this.db.prepare('select entry from control_log order by id desc').all()
    return rows.map((row) => JSON.parse(String(row.entry)) as LogEntry)
  }

  /** The routes `POST /reset`, `POST /next` and `GET /log`. `reset` empties the emulator's own tables. */
  routes(reset: () => void, logExtras: () => Record<string, unknown> = () => ({})): Hono {
    const app = new Hono()
    app.post('/reset', (c) => {
      this.db.exec('delete from control_next; delete from control_log')
      reset()
      return c.json({ ok: true })
    })
    app.post('/next', async (c) => {
      const { times = 1, delay_ms = 0, ...scripted } = await jsonBody(c)
      if (!this.outcomes.includes(String(scripted.outcome))) {
        return c.json({ error: `outcome must be one of: ${this.outcomes.join(', ')}` }, 400)
      }
      if (!isCount(times, 1, 1000) || !isCount(delay_ms, 0, 600_000)) {
        return c.json({ error: 'times must be 1 to 1000 and delay_ms 0 to 600000' }, 400)
      }
      const outcome = String(scripted.outcome)
      for (let i = 0; i < times; i++) this.script({ ...scripted, outcome, delay_ms })
      return c.json({ ok: true })
    })
    app.get('/log', (c) => c.json({ requests: this.log(), ...logExtras() }))
    return app
  }
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}

/**
 * The JSON object in the body; an empty, broken or non-object body reads as `{}`, and the caller refuses what is
 * missing.
 */
export async function jsonBody(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => ({}))
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
}

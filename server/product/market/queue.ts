/** The waiting room before an announced opening, and the order drawn at it. */
import * as v from 'valibot'
import { turnAt } from '#domain/opening.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Ask, askTogether } from '../../platform/db/ask-together.ts'
import { parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { again } from '../../platform/db/transact.ts'
import type { QueueWire } from './contract.ts'

type Question = { project: string; fan: string }

/** Answers null where no project of that uid is published. */
export type QueueReader = Ask<Question, QueueWire | null>

const queueRow = v.object({
  /** The project's; null where there is none. */
  id: v.nullable(rowId),
  opensAt: v.nullable(v.date()),
  isIn: v.boolean(),
  place: v.nullable(v.number()),
  people: v.nullable(v.number()),
  units: v.nullable(v.number()),
  isToDraw: v.boolean(),
})

/** Reads the place of a fan of a uid: at an opening everybody asks in the same second, so that many are read at once. */
export const createQueueReader = (sql: Sql): QueueReader =>
  askTogether(
    ({ project, fan }: Question) => `${project} ${fan}`,
    (questions: Question[]) => readQueues(sql, questions),
  )

/** The first to ask after the opening draws the order. */
async function readQueues(sql: Sql, questions: Question[]): Promise<(QueueWire | null)[]> {
  const rows = parseRows(
    queueRow,
    await sql`
      select projects.id, opens_at as "opensAt", room.user_id is not null as "isIn", room.place, openings.people, openings.units,
        openings.project_id is null and coalesce(opens_at <= clock_timestamp(), false) as "isToDraw"
      from unnest(
        ${questions.map(({ project }) => project)}::uuid[], ${questions.map(({ fan }) => fan)}::uuid[]
      ) with ordinality as asked (project, fan, number)
      left join projects on projects.uid = asked.project and is_active
      left join private.openings on openings.project_id = projects.id
      left join private.waiting_room room on room.project_id = projects.id and room.user_id = asked.fan
      order by number`,
  )
  const toDraw = rows.flatMap(({ id, isToDraw }) => (isToDraw && id !== null ? [id] : []))
  if (toDraw.length > 0) {
    await again(() => sql`select market.draw_orders(${[...new Set(toDraw)]}::bigint[])`)
    return readQueues(sql, questions)
  }
  return rows.map((row) => (row.id === null ? null : toWire(row)))
}

function toWire({ opensAt, isIn, place, people, units }: v.InferOutput<typeof queueRow>): QueueWire {
  const isDrawn = opensAt !== null && people !== null && units !== null
  const turn = isDrawn ? new Date(turnAt(opensAt.getTime(), { people, units }, place)).toISOString() : null
  return { opensAt: opensAt?.toISOString() ?? null, isIn, place, people, turnAt: turn }
}

export async function enterQueue(sql: Sql, project: string, fan: string): Promise<Result<null>> {
  const { isIn } = await again(async () =>
    parseSoleRow(
      v.object({ isIn: v.nullable(v.boolean()) }),
      await sql`
        select (
          select market.enter_room(id, ${fan}) from projects where uid = ${project} and is_active
        ) as "isIn"`,
    ),
  )
  if (isIn === null) return refuse('project_not_found')
  return isIn ? ok(null) : refuse('room_closed')
}

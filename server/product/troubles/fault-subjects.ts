/** Whose money a fault is about: its detail may be a code, a uid, or a row's number. */
import * as v from 'valibot'
import { FAULTS } from '#domain/trouble.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type SubjectWire, subjectWire } from '../back-office/contract.ts'
import { subjectsOf } from '../back-office/subjects.ts'

/** By name and detail, as `keyOf` names them. */
export async function subjectsOfFaults(
  sql: Sql,
  faults: readonly { name: string; detail: string }[],
): Promise<Map<string, SubjectWire>> {
  const byText = await subjectsOf(sql, [...new Set(faults.map(({ detail }) => detail))])
  const found = new Map<string, SubjectWire>()
  const numbered: { key: string; of: string; row_id: number }[] = []
  for (const fault of faults) {
    const known = FAULTS[fault.name]?.about ?? 'none'
    const number = Number(/^\d+/.exec(fault.detail)?.[0])
    const subject = byText.get(fault.detail)
    if (subject) found.set(keyOf(fault), subject)
    else if (Number.isSafeInteger(number)) numbered.push({ key: keyOf(fault), of: known, row_id: number })
  }
  const rows = parseRows(
    v.object({ ...subjectWire.entries, key: v.string() }),
    await sql`
      with named as (
        select * from jsonb_to_recordset(${JSON.stringify(numbered)}::text::jsonb)
          as named (key text, of text, row_id bigint)
      ),
      paid as (
        select key, row_id as payment_id from named where of = 'payment'
        union all
        select key, payment_id from named join bids on of = 'bid' and bids.id = named.row_id
        union all
        select key, payment_id from named join private.gifts on of = 'gift' and gifts.id = named.row_id
      )
      select key, 'payment' as kind, payments.uid, coalesce(full_name, nickname, email) as name
      from paid join payments on payments.id = payment_id join users on users.uid = user_id
      union all
      select key, 'project', projects.uid, project_name
      from named
      left join units on of = 'unit' and units.id = named.row_id
      join projects on projects.id = case of when 'unit' then units.project_id when 'project' then named.row_id end`,
  )
  for (const { key, ...subject } of rows) found.set(key, subject)
  return found
}

export const keyOf = ({ name, detail }: { name: string; detail: string }) => `${name} ${detail}`

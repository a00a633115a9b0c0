/**
 * Corrects the ledger without changing a line of it: a line is taken back by another one, or a balance counted anew from
 * its lines. Decided like other money by hand: by one administrator or, above a limit, two, and never about one's own.
 */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Correction } from '#domain/trouble.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import {
  answerDecision,
  DECISION_CONSTRAINTS,
  type Decision,
  lockDecision,
  openDecision,
  type SecondWord,
} from '../approvals/money-decisions.ts'
import { approvalsOfOutflow } from '../approvals/outflow.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { enqueueJob } from '../outbox.ts'
import type { RemedyWire } from './contract.ts'
import { readRemedies } from './remedies.ts'

type Context = Pick<ServerContext, 'sql' | 'env'>
type Wanted = { correction: Correction; line: string | null; note: string }

/** A balance that would fall below zero is refused by the database. */
const CONSTRAINTS = { ...DECISION_CONSTRAINTS, no_overdraft: 'no_remedy' } as const

export function correct(
  ctx: Context,
  uid: string,
  { correction, line, note }: Wanted,
  by: Actor,
): Promise<Result<{ isDone: boolean }>> {
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return transact(
    ctx.sql,
    async (tx) => {
      const remedy = await findRemedy(tx, uid, correction, line)
      if (!remedy.ok) return remedy
      const people = peopleIn(remedy.value)
      if (people.includes(by.uid)) return refuse('own_decision')
      const fan = winnerOf(remedy.value) ?? people[0] ?? null
      const amount = amountOf(remedy.value)
      const approvalsRequired = await approvalsOfOutflow(tx, { uid, amount, person: fan }, { by, limit })
      const decided = {
        about: 'ledger' as const,
        subject: uid,
        outcome: correction,
        amount,
        fan,
        reference: line,
        note,
        approvalsRequired,
      }
      const opened = await openDecision(tx, by, decided, (decision) => carryOut(tx, decision))
      return opened.ok ? ok({ isDone: approvalsRequired === 1 }) : opened
    },
    CONSTRAINTS,
  )
}

/** The second person's word. */
export function answerCorrection(
  sql: Sql,
  decisionUid: string,
  word: SecondWord,
  by: Actor,
): Promise<Result<{ isDone: boolean }>> {
  return transact(
    sql,
    async (tx) => {
      const answered = await answerDecision(tx, by, decisionUid, word, (decision) => carryOut(tx, decision))
      return answered.ok ? ok({ isDone: answered.value?.status !== 'requested' }) : answered
    },
    CONSTRAINTS,
  )
}

/** What the second person agrees to, as the first one saw it. It changes nothing. */
export async function previewCorrection(sql: Sql, decisionUid: string): Promise<Result<WrittenWire>> {
  return transact(sql, async (tx) => {
    const decision = await lockDecision(tx, decisionUid)
    if (!decision) return refuse('decision_not_found')
    const remedy = await findRemedy(tx, decision.subject, decision.outcome, decision.reference)
    if (!remedy.ok) return refuse('no_remedy')
    const { line, accounts } = remedy.value
    const lines = line ? [{ id: line.id, debit: line.credit, credit: line.debit, amount: line.amount }] : []
    return ok({ lines, accounts })
  })
}

/** It must still be one that mends the fault: what was offered may be gone since. */
async function findRemedy(
  tx: Tx,
  uid: string,
  correction: string,
  line: string | null,
): Promise<Result<RemedyWire>> {
  await tx`select from private.troubles where uid = ${uid} for update`
  const remedies = await readRemedies(tx, uid)
  if (!remedies.ok) return remedies
  const found = remedies.value.find(
    (each) => each.correction === correction && (each.line?.id ?? null) === line,
  )
  return found ? ok(found) : refuse('no_remedy')
}

async function carryOut(tx: Tx, { subject, outcome, reference }: Decision): Promise<Result<null>> {
  const remedy = await findRemedy(tx, subject, outcome, reference)
  if (!remedy.ok) return refuse('no_remedy')
  if (outcome === 'reversed') await tx`select ledger.reverse(${reference})`
  else {
    const codes = remedy.value.accounts.map(({ code }) => code)
    await tx`select ledger.recount(array(select id from ledger.accounts where code = any (${codes})))`
  }
  await tx`update private.troubles set gone_at = clock_timestamp() where uid = ${subject} and gone_at is null`
  // Another rule may have seen the same line: looking again confirms the one, and takes the other away.
  await enqueueJob(tx, 'look-around', {}, { jobKey: 'look-around' })
  return ok(null)
}

const FAN = /^fan:(.{36}):/

const peopleIn = ({ accounts }: RemedyWire): string[] =>
  accounts.flatMap(({ code }) => FAN.exec(code)?.[1] ?? [])

/** The fan who has more afterwards, if any. */
const winnerOf = ({ accounts }: RemedyWire): string | null =>
  FAN.exec(accounts.find(({ before, after }) => after > before)?.code ?? '')?.[1] ?? null

const amountOf = ({ line, accounts }: RemedyWire): number =>
  line?.amount ?? Math.abs((accounts[0]?.after ?? 0) - (accounts[0]?.before ?? 0))

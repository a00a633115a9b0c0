/** The calls about what is amiss in our own house. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'
import { CORRECTIONS, TROUBLE_KINDS } from '#domain/trouble.ts'
import { about, callsOfAdmins, data, words } from '../api/call.ts'
import { correctedWire, decisionWire } from '../approvals/contract.ts'
import { list, movedWire, subjectWire } from '../back-office/contract.ts'
import { oneOf } from '../back-office/filters.ts'

/** GET /admin/troubles: those that were found again at the last look. */
export const troubleWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  kind: v.picklist(TROUBLE_KINDS),
  name: about(v.string(), 'Of a fault: the name under which it is explained; of others what it is about.'),
  detail: about(v.string(), 'What it was found in: an account, a row, an address, the day on which it ends.'),
  offBy: about(v.number(), 'How much more is in the account than should be; 0 where that is not the fault.'),
  account: about(v.nullable(v.string()), 'The account of the ledger that a fault is in.'),
  about: v.nullable(subjectWire),
  foundAt: v.string(),
  settled: v.nullable(v.strictObject({ note: v.string(), by: v.string(), at: v.string() })),
  decision: about(v.nullable(decisionWire), 'The correction that waits for a second person.'),
})
export type TroubleWire = v.InferOutput<typeof troubleWire>

/** GET /admin/troubles/{uid}/remedies: each correction that would make it go away, and what it would move. */
export const remedyWire = v.strictObject({
  correction: v.picklist(CORRECTIONS),
  line: about(
    v.nullable(
      v.strictObject({
        id: v.string(),
        kind: v.string(),
        debit: v.string(),
        credit: v.string(),
        amount: v.number(),
        at: v.string(),
        about: about(
          v.nullable(subjectWire),
          'What it belongs to; null where nothing of ours bears its name.',
        ),
      }),
    ),
    'The line that is taken back.',
  ),
  accounts: about(v.array(movedWire), 'The balances that change.'),
})
export type RemedyWire = v.InferOutput<typeof remedyWire>

const LINE_MAX = 200

const looksWire = v.strictObject({
  lookedAt: v.nullable(v.string()),
  found: about(v.number(), 'What is still amiss, and nobody has settled.'),
  comparedAt: v.nullable(v.string()),
  comparedUntil: about(v.nullable(v.string()), 'What moved until then was compared.'),
  differences: v.number(),
})

export const troublesCalls = {
  ...callsOfAdmins({
    ...list(
      '/admin/troubles',
      troubleWire,
      ['finance'],
      'What is amiss in ledger, market, keys and certificates.',
      { filters: { flow: oneOf('Only those of a kind.', TROUBLE_KINDS) } },
    ),
    'GET /admin/looks': {
      roles: ['support', 'finance', 'content'],
      summary:
        'When ledger, market, keys and certificates were last looked at, and the ledger last compared with the providers; what either found.',
      answer: data(looksWire),
    },
    'POST /admin/looks': {
      roles: ['finance'],
      summary: 'Asks for a look at ledger, market, keys and certificates now.',
      answer: data(v.null()),
    },
    'GET /admin/troubles/{uid}/remedies': {
      roles: ['finance'],
      summary: 'What would make a fault of the ledger go away, with the balances before and after.',
      answer: data(v.array(remedyWire)),
      unknown: 'record_not_found',
    },
    'POST /admin/troubles/{uid}/correct': {
      roles: ['finance'],
      proof: true,
      summary:
        'Takes a line of the ledger back by another one, or counts an account anew: above a limit with a second person.',
      body: v.object({
        correction: v.picklist(CORRECTIONS),
        line: v.nullable(words(LINE_MAX)),
        note: words(REASON_MAX),
      }),
      answer: data(correctedWire),
      unknown: 'record_not_found',
      refusals: ['own_decision', 'decision_waiting', 'no_remedy', 'second_person_due'],
    },
    'POST /admin/troubles/{uid}/settle': {
      roles: ['finance'],
      summary: 'Notes what somebody found out about it; it then no longer waits.',
      body: v.object({ note: words(REASON_MAX) }),
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
  }),
} as const

/** The calls of the accountant's month. */
import * as v from 'valibot'
import { about, callsOfAdmins, data, file, parameter } from '../api/call.ts'

/** A month of the ledger: from its accounts' opening to their closing balances. Amounts in centavos; what is owed is positive. */
export const accountingMonthWire = v.strictObject({
  month: v.string(),
  /** Whether all that went out of accounts came into others, and all closing balances add up to zero. */
  isBalanced: v.boolean(),
  movements: about(v.number(), 'How many transfers the month has.'),
  accounts: v.array(
    v.strictObject({
      account: about(v.string(), 'A kind of accounts, e.g. fans_available, or one of the platform’s own.'),
      opening: v.number(),
      came: v.number(),
      went: v.number(),
      closing: v.number(),
    }),
  ),
})
export type AccountingMonthWire = v.InferOutput<typeof accountingMonthWire>

const month = parameter(v.string(), { type: 'string', description: 'A month in São Paulo, yyyy-MM.' })

export const accountingCalls = callsOfAdmins({
  'GET /admin/accounting': {
    roles: ['finance'],
    summary: 'A month’s balances, by kind of account.',
    query: { month },
    answer: data(accountingMonthWire),
  },
  'GET /admin/accounting.csv': {
    roles: ['finance'],
    summary:
      'Every transfer of a month between its opening and closing balances, for a person’s spreadsheet.',
    query: { month },
    answer: file('text/csv'),
  },
  'GET /admin/accounting.xlsx': {
    roles: ['finance'],
    summary: 'The same rows as a workbook: amounts in reais as numbers, instants in São Paulo as dates.',
    query: { month },
    answer: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  'GET /admin/accounting/ledger.csv': {
    roles: ['finance'],
    summary: 'The same for programs: commas, instants in UTC, whole centavos, names that stay.',
    query: { month },
    answer: file('text/csv'),
  },
})

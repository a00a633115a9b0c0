/** The accountant's month. */
import { isMonth } from '#domain/payout.ts'
import { ok, refuse } from '#domain/result.ts'
import { csvFile, xlsxFile } from '../api/answers.ts'
import { endpoints } from '../api/serve.ts'
import { readBalances } from './balances.ts'
import { accountingCalls } from './contract.ts'
import { machineFile, spreadsheet } from './files.ts'
import { workbook } from './workbook.ts'

export const accountingEndpoints = endpoints(accountingCalls, ({ sql }) => ({
  'GET /admin/accounting': async ({ query: { month } }) =>
    isMonth(month) ? ok(await readBalances(sql, month)) : refuse('malformed'),
  'GET /admin/accounting.csv': async ({ c, fan, query: { month } }) => {
    if (!isMonth(month)) return refuse('malformed')
    return csvFile(c, `tune-${month}`, spreadsheet(sql, month, fan.language))
  },
  'GET /admin/accounting.xlsx': async ({ c, fan, query: { month } }) => {
    if (!isMonth(month)) return refuse('malformed')
    return xlsxFile(c, `tune-${month}`, await workbook(sql, month, fan.language))
  },
  'GET /admin/accounting/ledger.csv': async ({ c, query: { month } }) =>
    isMonth(month) ? csvFile(c, `tune-${month}-ledger`, machineFile(sql, month)) : refuse('malformed'),
}))

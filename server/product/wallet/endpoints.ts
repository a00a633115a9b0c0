/** A fan's money: the balance, and its history. */
import { ok, refuse } from '#domain/result.ts'
import { csvFile } from '../api/answers.ts'
import { endpoints } from '../api/serve.ts'
import { createBalanceReader, readSetAside } from './balance.ts'
import { walletCalls } from './contract.ts'
import { readReceipt } from './receipt.ts'
import { readFilter, statementPage } from './statement.ts'
import { statementCsv } from './statement-csv.ts'

export const walletEndpoints = endpoints(walletCalls, ({ sql, env }) => {
  const readBalance = createBalanceReader(sql)
  return {
    'GET /balance': async ({ fan }) => ok({ data: await readBalance(fan.uid) }),
    'GET /set-aside': async ({ fan }) => ok(await readSetAside(sql, fan.uid)),
    'GET /statement': ({ fan, query }) => statementPage(sql, fan.uid, query),
    'GET /statement.csv': ({ c, fan, query }) => {
      const filter = readFilter(query)
      return filter ? csvFile(c, 'extrato', statementCsv(sql, fan, filter)) : refuse('malformed')
    },
    'GET /statement/{movement}': async ({ fan, params }) => {
      const receipt = await readReceipt(sql, fan.uid, params.movement, env.NFSE_LOOKUP_URL)
      return receipt ? ok(receipt) : refuse('not_found')
    },
  }
})

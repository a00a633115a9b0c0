/** Examines a configuration before other people's money depends on it. */
import { chainChecks } from './doctor/chain.ts'
import { examine, table } from './doctor/finding.ts'
import { invoiceChecks } from './doctor/invoices.ts'
import { serviceChecks } from './doctor/services.ts'
import { settingChecks } from './doctor/settings.ts'
import { siteChecks } from './doctor/site.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  ['doctor', 'looks at every setting and outside service, and says what to do about each fault'],
] as const

export function run(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError('doctor')
  return withProduct(async (product) => {
    const { env, sql, say } = product
    const checks = [
      ...settingChecks(env),
      ...siteChecks(env, sql),
      ...serviceChecks(product),
      ...invoiceChecks(product),
      ...chainChecks(env, sql),
    ]
    const findings = await examine(checks)
    const faults = findings.filter(({ state }) => state === 'fault').length
    say(table(findings))
    say(faults === 0 ? '\nNo fault was found.' : `\n${faults} of ${findings.length} need attention.`)
    return faults === 0 ? 0 : 1
  })
}

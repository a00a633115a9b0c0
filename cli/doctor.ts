/** Examines a configuration before other people's money depends on it. */
import { EnvironmentError } from '#server/env.ts'
import { examineEnv } from '#server/env-examined.ts'
import { chainChecks } from './doctor/chain.ts'
import { type Check, examine, type Finding, fault, table } from './doctor/finding.ts'
import { invoiceChecks } from './doctor/invoices.ts'
import { serviceChecks } from './doctor/services.ts'
import { settingChecks } from './doctor/settings.ts'
import { siteChecks } from './doctor/site.ts'
import { type Product, UsageError, withProduct } from './product.ts'

export const usage = [
  ['doctor', 'looks at every setting and outside service, and says what to do about each fault'],
] as const

export async function run(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError('doctor')
  try {
    return await withProduct(async (product) => tell(await examine(checksOf(product))))
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError)) throw thrown
    // Nothing else can be looked at without them.
    return tell(examineEnv().faults.map(unreadable))
  }
}

function checksOf(product: Product): Check[] {
  const { env, sql } = product
  return [
    ...settingChecks(env),
    ...siteChecks(env, sql),
    ...serviceChecks(product),
    ...invoiceChecks(product),
    ...chainChecks(env, sql),
  ]
}

/** `NAME: what is wrong with it`. */
function unreadable(line: string): Finding & { name: string } {
  const [name = '', ...said] = line.split(': ')
  return { name, ...fault(said.join(': '), 'Set it as docs/operating.md says.') }
}

function tell(findings: readonly (Finding & { name: string })[]): number {
  const faults = findings.filter(({ state }) => state === 'fault').length
  console.log(table(findings))
  console.log(faults === 0 ? '\nNo fault was found.' : `\n${faults} of ${findings.length} need attention.`)
  return faults === 0 ? 0 : 1
}

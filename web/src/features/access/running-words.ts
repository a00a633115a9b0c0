import type { TokenWire } from '#server/product/access/contract.ts'

const HOUR_SECONDS = 3600

/** The key of what is said beside a running clock: not every work gives an hour. */
export function runningWords({ project }: TokenWire): 'hour.running' | 'hour.runningLonger' {
  return project.validPeriod === HOUR_SECONDS ? 'hour.running' : 'hour.runningLonger'
}

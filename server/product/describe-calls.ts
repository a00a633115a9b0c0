/** The contracts as documents: what openapi.json and /docs/api tell. */
import type * as v from 'valibot'
import { errorAnswer } from './api/call.ts'
import type { Described } from './api/openapi.ts'
import { CALLS, CONTRACTS } from './calls.ts'

/** `withdrawalWire` → `WithdrawalWire`: as the types are called. */
function namedSchemas(): Record<string, v.GenericSchema> {
  const named = CONTRACTS.flatMap((contract) => Object.entries(contract))
    .filter(([name]) => name.endsWith('Wire'))
    .map(([name, schema]) => [name.charAt(0).toUpperCase() + name.slice(1), schema as v.GenericSchema])
  return { ErrorAnswer: errorAnswer, ...Object.fromEntries(named) }
}

let described: Promise<Described> | undefined
/** What the reference and openapi.json tell; made when somebody first asks. */
export function describeCalls(): Promise<Described> {
  described ??= import('./api/openapi.ts').then(({ describe }) => describe(CALLS, namedSchemas()))
  return described
}

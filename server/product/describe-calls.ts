/** The contracts as documents: what openapi.json and /docs/api tell. */
import type * as v from 'valibot'
import * as access from './access/contract.ts'
import { errorAnswer } from './api/call.ts'
import { type Described, describe } from './api/openapi.ts'
import * as approvals from './approvals/contract.ts'
import * as artists from './artists/wire.ts'
import * as backOffice from './back-office/contract.ts'
import { CALLS } from './calls.ts'
import * as market from './market/contract.ts'
import * as notifications from './notifications/contract.ts'
import * as operations from './operations/contract.ts'
import * as payments from './payments/contract.ts'
import * as people from './people/contract.ts'
import * as projects from './projects/wire.ts'
import * as refunds from './refunds/contract.ts'
import * as support from './support/contract.ts'
import * as wallet from './wallet/contract.ts'
import * as withdrawals from './withdrawals/contract.ts'

const CONTRACTS = [
  access,
  artists,
  market,
  notifications,
  operations,
  payments,
  people,
  projects,
  refunds,
  support,
  wallet,
  withdrawals,
  approvals,
  backOffice,
]

/** `withdrawalWire` → `WithdrawalWire`: as the types are called. */
function namedSchemas(): Record<string, v.GenericSchema> {
  const named = CONTRACTS.flatMap((contract) => Object.entries(contract))
    .filter(([name]) => name.endsWith('Wire'))
    .map(([name, schema]) => [name.charAt(0).toUpperCase() + name.slice(1), schema as v.GenericSchema])
  return { ErrorAnswer: errorAnswer, ...Object.fromEntries(named) }
}

let described: Described | undefined
/** What the reference and openapi.json tell; made when somebody first asks. */
export function describeCalls(): Described {
  described ??= describe(CALLS, namedSchemas())
  return described
}

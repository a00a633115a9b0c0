/** Every call of /api/v1, by method and address, and the schemas that answers are made of. */
import type * as v from 'valibot'
import * as access from './access/contract.ts'
import { errorAnswer, type JsonOf, type RequestOf } from './api/call.ts'
import { type Described, describe, referenceCalls } from './api/openapi.ts'
import * as approvals from './approvals/contract.ts'
import * as artists from './artists/contract.ts'
import * as backOffice from './back-office/contract.ts'
import * as market from './market/contract.ts'
import * as notifications from './notifications/contract.ts'
import * as operations from './operations/contract.ts'
import * as payments from './payments/contract.ts'
import * as people from './people/contract.ts'
import * as projects from './projects/contract.ts'
import * as refunds from './refunds/contract.ts'
import * as support from './support/contract.ts'
import * as wallet from './wallet/contract.ts'
import * as withdrawals from './withdrawals/contract.ts'

export const CALLS = {
  ...referenceCalls,
  ...access.accessCalls,
  ...artists.artistsCalls,
  ...market.marketCalls,
  ...notifications.notificationsCalls,
  ...operations.operationsCalls,
  ...payments.paymentsCalls,
  ...people.peopleCalls,
  ...projects.projectsCalls,
  ...refunds.refundsCalls,
  ...support.supportCalls,
  ...wallet.walletCalls,
  ...withdrawals.withdrawalsCalls,
} as const

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

/** What a caller sends with a call, and the JSON that answers it: for typed clients, which take types alone. */
export type BodyOf<Name extends keyof typeof CALLS> = RequestOf<Name, (typeof CALLS)[Name]>['body']
export type AnswerOf<Name extends keyof typeof CALLS> = JsonOf<(typeof CALLS)[Name]>

/** Every call of /api/v1, by method and path: the source of openapi.json, the reference and the browser's client. */
import * as v from 'valibot'
import { EVERY_ROLE, STAFF_ROLES } from '#domain/role.ts'
import * as access from './access/contract.ts'
import * as accounting from './accounting/contract.ts'
import * as alerts from './alerts/contract.ts'
import { about, callsOfAdmins, callsOfAnyone, data, type JsonOf, type RequestOf, whole } from './api/call.ts'
import * as approvals from './approvals/contract.ts'
import * as artists from './artists/contract.ts'
import * as artistsEarningsWire from './artists/earnings-wire.ts'
import * as artistsWire from './artists/wire.ts'
import * as backOffice from './back-office/contract.ts'
import * as gifts from './gifts/contract.ts'
import * as invoices from './invoices/contract.ts'
import * as market from './market/contract.ts'
import * as notifications from './notifications/contract.ts'
import * as operations from './operations/contract.ts'
import * as payments from './payments/contract.ts'
import * as people from './people/contract.ts'
import * as projects from './projects/contract.ts'
import * as projectsWire from './projects/wire.ts'
import * as refunds from './refunds/contract.ts'
import * as refundsWire from './refunds/wire.ts'
import * as splits from './splits/contract.ts'
import * as studio from './studio/contract.ts'
import * as support from './support/contract.ts'
import * as troubles from './troubles/contract.ts'
import * as wallet from './wallet/contract.ts'
import * as withdrawals from './withdrawals/contract.ts'

export const referenceCalls = {
  ...callsOfAnyone('service', {
    'GET /openapi.json': { summary: 'This document.', answer: whole(v.looseObject({})) },
  }),
  ...callsOfAdmins({
    'GET /admin/office': {
      roles: EVERY_ROLE,
      summary: 'The caller’s role in the back office, and which calls it may use.',
      answer: data(
        v.strictObject({
          role: v.picklist(STAFF_ROLES),
          calls: about(v.array(v.string()), 'By their names, as in `GET /admin/office`.'),
        }),
      ),
    },
  }),
} as const

/** Every contract: what it exports as `…Calls` are calls, and as `…Wire` what travels. */
export const CONTRACTS = [
  access,
  accounting,
  alerts,
  artists,
  artistsEarningsWire,
  artistsWire,
  gifts,
  invoices,
  market,
  notifications,
  operations,
  payments,
  people,
  projects,
  projectsWire,
  refundsWire,
  refunds,
  splits,
  studio,
  support,
  troubles,
  wallet,
  withdrawals,
  approvals,
  backOffice,
] as const

type CallsIn<Contract> = Contract extends unknown
  ? { [Name in keyof Contract & `${string}Calls`]: (calls: Contract[Name]) => void }[keyof Contract &
      `${string}Calls`]
  : never
/** Those of every contract together: what fits each of the functions fits them all. */
type AllCalls = CallsIn<(typeof CONTRACTS)[number]> extends (calls: infer Calls) => void ? Calls : never

const isCalls = ([name]: [string, unknown]) => name.endsWith('Calls')
export const CALLS: typeof referenceCalls & AllCalls = Object.assign(
  {},
  referenceCalls,
  ...CONTRACTS.flatMap((contract) =>
    Object.entries(contract)
      .filter(isCalls)
      .map(([, calls]) => calls),
  ),
)

export type CallName = keyof typeof CALLS

/** The JSON of a successful answer. */
export type AnswerOf<Name extends CallName> = JsonOf<(typeof CALLS)[Name]>
type Sent<Name extends CallName> = RequestOf<Name, (typeof CALLS)[Name]>
export type BodyOf<Name extends CallName> = Sent<Name>['body']

/** Absent where there is nothing to send, optional where everything in it is optional. */
type Part<Key extends string, Value> = [keyof Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [Each in Key]?: Value }
    : { [Each in Key]: Value }
/** In a URL everything is text, and null parameters are left out. */
type Written<Query> = { [Each in keyof Query]: Query[Each] | number | null }

/** What a client passes for a call: path parameters, query and body. */
export type CallRequest<Name extends CallName> = Part<'params', Sent<Name>['params']> &
  Part<'query', Written<Sent<Name>['query']>> &
  Part<'body', Sent<Name>['body']>

/** The type below `data` in an answer. */
export type DataOf<Name extends CallName> = AnswerOf<Name> extends { data: infer Data } ? Data : never

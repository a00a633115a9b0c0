/** Every call of /api/v1, by method and address: what openapi.json, the reference and the browser's client are made of. */

import * as v from 'valibot'
import { accessCalls } from './access/contract.ts'
import { callsOfAnyone, type JsonOf, type RequestOf, whole } from './api/call.ts'
import { artistsCalls } from './artists/contract.ts'
import { marketCalls } from './market/contract.ts'
import { notificationsCalls } from './notifications/contract.ts'
import { operationsCalls } from './operations/contract.ts'
import { paymentsCalls } from './payments/contract.ts'
import { peopleCalls } from './people/contract.ts'
import { projectsCalls } from './projects/contract.ts'
import { refundsCalls } from './refunds/contract.ts'
import { supportCalls } from './support/contract.ts'
import { walletCalls } from './wallet/contract.ts'
import { withdrawalsCalls } from './withdrawals/contract.ts'

export const referenceCalls = callsOfAnyone('service', {
  'GET /openapi.json': { summary: 'This document.', answer: whole(v.looseObject({})) },
})

export const CALLS = {
  ...referenceCalls,
  ...accessCalls,
  ...artistsCalls,
  ...marketCalls,
  ...notificationsCalls,
  ...operationsCalls,
  ...paymentsCalls,
  ...peopleCalls,
  ...projectsCalls,
  ...refundsCalls,
  ...supportCalls,
  ...walletCalls,
  ...withdrawalsCalls,
} as const

export type CallName = keyof typeof CALLS

/** The JSON that answers a call when it was done. */
export type AnswerOf<Name extends CallName> = JsonOf<(typeof CALLS)[Name]>
type Sent<Name extends CallName> = RequestOf<Name, (typeof CALLS)[Name]>
export type BodyOf<Name extends CallName> = Sent<Name>['body']

/** Absent where there is none, optional where nothing of it has to be said. */
type Part<Key extends string, Value> = [keyof Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [Each in Key]?: Value }
    : { [Each in Key]: Value }
/** In an address everything is text, and what is null is left out. */
type Written<Query> = { [Each in keyof Query]: Query[Each] | number | null }

/** What a client has to say for a call: the names in its address, what follows it, and the body. */
export type CallRequest<Name extends CallName> = Part<'params', Sent<Name>['params']> &
  Part<'query', Written<Sent<Name>['query']>> &
  Part<'body', Sent<Name>['body']>

/** What stands below `data` in an answer. */
export type DataOf<Name extends CallName> = AnswerOf<Name> extends { data: infer Data } ? Data : never
/** The names in a call's address. */
export type ParamsOf<Name extends CallName> =
  CallRequest<Name> extends { params: infer Params } ? Params : Record<never, never>

/**
 * What one request may ask of the tables' door. Every number is here, with its unit and the code of the error that is
 * answered, with 400, to a request beyond it.
 */
import type { Bound } from '../../platform/budget.ts'
import { RestError, type RestErrorCode } from './errors.ts'

const REFUSED = 'PGRST100'
const BAD_BODY = 'PGRST102'
const TOO_LARGE = '54000'

export const BUDGET = {
  /** Enough for a row or the arguments of a function. Reading a body costs everybody time. */
  anonymousBody: {
    resource: 'body of a caller without a session',
    limit: 16 * 1024,
    unit: 'bytes',
    answer: BAD_BODY,
  },
  /** `maxBodyBytes` of the door's options takes its place. */
  body: { resource: 'body', limit: 1024 * 1024, unit: 'bytes', answer: BAD_BODY },
  /**
   * JSON is parsed at once, while nobody else is heard: its parts cost the time, keys that differ most of all (90,000 take
   * 35 ms, 20,000 a tenth of that), its strings hardly any. Those inside strings count as well, since telling them apart would cost
   * as much.
   */
  bodyMarks: { resource: 'commas and brackets of a body', limit: 20_000, unit: 'marks', answer: BAD_BODY },
  bodyRows: { resource: 'rows of a body', limit: 5000, unit: 'rows', answer: BAD_BODY },
  /** As many as Postgres lets a function have. */
  arguments: { resource: 'arguments of a call', limit: 100, unit: 'arguments', answer: BAD_BODY },
  query: { resource: 'query string', limit: 64 * 1024, unit: 'characters', answer: REFUSED },
  columns: { resource: 'columns of a selection', limit: 1000, unit: 'columns', answer: REFUSED },
  embeds: { resource: 'embedded relations', limit: 20, unit: 'relations', answer: REFUSED },
  embedDepth: { resource: 'nesting of embedded relations', limit: 5, unit: 'levels', answer: REFUSED },
  operators: { resource: 'operators of all filters', limit: 200, unit: 'operators', answer: REFUSED },
  logicDepth: { resource: 'nesting of and() and or()', limit: 10, unit: 'levels', answer: REFUSED },
  orderTerms: { resource: 'terms to order by', limit: 20, unit: 'terms', answer: REFUSED },
  listValues: { resource: 'values of in.()', limit: 5000, unit: 'values', answer: REFUSED },
  jsonSteps: { resource: 'steps of a path into JSON', limit: 20, unit: 'steps', answer: REFUSED },
  anonymousAnswer: {
    resource: 'answer to a caller without a session',
    limit: 2 * 1024 * 1024,
    unit: 'bytes',
    answer: TOO_LARGE,
  },
  answer: {
    resource: 'answer to a signed-in caller',
    limit: 8 * 1024 * 1024,
    unit: 'bytes',
    answer: TOO_LARGE,
  },
  serviceAnswer: {
    resource: 'answer to the service',
    limit: 16 * 1024 * 1024,
    unit: 'bytes',
    answer: TOO_LARGE,
  },
} as const satisfies Record<string, Bound & { answer: RestErrorCode }>

export type Resource = keyof typeof BUDGET

/** Throws what the budget answers if `amount` is more than it allows. */
export function allow(resource: Resource, amount: number, hint: string | null = null): void {
  const { limit, unit, resource: what, answer } = BUDGET[resource]
  if (amount <= limit) return
  throw new RestError(answer, `Too much is asked for: ${what}`, `At most ${limit} ${unit}.`, hint)
}

/** Counts what the parts of one request ask for together. */
export class Tally {
  #counts = new Map<Resource, number>()

  /** Throws what the budget answers once there are too many. */
  add(resource: Resource, count = 1): void {
    const total = (this.#counts.get(resource) ?? 0) + count
    allow(resource, total)
    this.#counts.set(resource, total)
  }
}

/** How the settings are read, and what is said about those that cannot be used. */

import * as v from 'valibot'
import { faultsBetween } from './env-together.ts'

/** Why the settings cannot be used: one line for each fault. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used as they are:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
}

type Form = v.ObjectSchema<v.ObjectEntries, undefined>
/** `read`: what could be, with defaults; `present`: what is set at all. */
type Parsed<Of extends Form> = {
  read: Partial<v.InferOutput<Of>>
  faults: string[]
  present: Record<string, string | undefined>
}

/** Each setting by its own form, and what they ask of each other. */
export function parseSettings<Of extends Form>(schema: Of, source: NodeJS.ProcessEnv): Parsed<Of> {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(schema, present, { message: wordsOf })
  const wrong = new Map<string, string>()
  for (const issue of result.issues ?? []) {
    const [name = ''] = (v.getDotPath(issue) ?? '').split('.')
    // The first says most: what is no number is not between two of them either.
    if (!wrong.has(name)) wrong.set(name, issue.message)
  }
  const read = Object.entries(result.output as object).filter(([name]) => !wrong.has(name))
  return {
    read: Object.fromEntries(read) as Partial<v.InferOutput<Of>>,
    faults: [...[...wrong].map(([name, words]) => `${name}: ${words}`), ...faultsBetween(present)],
    present,
  }
}

/** For forms that bring no words of their own. */
function wordsOf(issue: v.BaseIssue<unknown>): string {
  if (issue.input === undefined) return 'is not set'
  switch (issue.type) {
    case 'picklist':
      return `is none of ${issue.expected?.replace(/[()"]/g, '').replaceAll(' | ', ', ')}`
    case 'integer':
      return 'is not a whole number'
    case 'min_value':
      return `is less than ${boundOf(issue)}, or no number`
    case 'max_value':
      return `is more than ${boundOf(issue)}, or no number`
    case 'min_length':
      return `is shorter than ${boundOf(issue)} characters`
    case 'max_length':
      return `is longer than ${boundOf(issue)} characters`
    case 'email':
      return 'is not an e-mail address'
    default:
      return 'has another form'
  }
}

const boundOf = ({ expected }: v.BaseIssue<unknown>) => expected?.replace(/[<>=]/g, '')

/** What is wrong with a setting, in words that never repeat its value: most of them are secrets. */
import type * as v from 'valibot'

/** For forms that bring no words of their own. */
export function wordsOf(issue: v.BaseIssue<unknown>): string {
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

/**
 * How a day is written for people. In English its month is a word: 09/02/2027 is in February for some of its readers and in
 * September for others.
 */
import type { Language } from './language.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day `yyyy-MM-dd`: `09/02/2027`, in English `9 Feb 2027`. */
export function writtenDay(day: string, language: Language): string {
  const year = day.slice(0, 4)
  const rest = writtenDayOfYear(day, language)
  return language === 'pt' ? `${rest}/${year}` : `${rest} ${year}`
}

/** The same without its year: `09/02`, in English `9 Feb`. */
export function writtenDayOfYear(day: string, language: Language): string {
  const [, month = '', number = ''] = day.split('-')
  return language === 'pt' ? `${number}/${month}` : `${Number(number)} ${MONTHS[Number(month) - 1]}`
}

/** The forms that values of the environment have. */
import { isIP } from 'node:net'
import * as v from 'valibot'

/** A text of that form; `words` say what another one is not. */
export const form = (pattern: RegExp, words: string) => v.pipe(v.string(), v.regex(pattern, words))

function addressOf(example: string, ...schemes: string[]) {
  const isOne = (text: string) => URL.canParse(text) && schemes.includes(new URL(text).protocol)
  return v.pipe(v.string(), v.check(isOne, `is not ${example}`))
}
export const url = addressOf('https://host', 'https:', 'http:')
export const databaseUrl = addressOf('postgres://user:password@host:port/name', 'postgres:', 'postgresql:')
export const mailServerUrl = addressOf('smtp://user:password@host:port, or smtps://…', 'smtp:', 'smtps:')
/** A part of an address that only the caller knows. */
export const webhookSecret = form(/^[\w-]{16,}$/, 'is not 16 letters, digits, - or _, or more')
export const region = form(/^[a-z0-9-]+$/, 'is not lower case letters, digits and -')
export const wholeNumber = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1))
export const port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(65_535))

/** `https://host`, without anything behind it. */
export const site = v.pipe(
  url,
  v.check(
    (address) => URL.canParse(address) && new URL(address).origin === address,
    'is not https://host, with nothing behind it',
  ),
)

const network = v.pipe(v.string(), v.check(isNetwork, 'is not a network such as 10.0.0.0/8'))

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  return (
    rest.length === 0 &&
    isIP(address) > 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (isIP(address) === 6 ? 128 : 32)
  )
}

/** Separated by commas; nothing is an empty list. */
export function listOf<Each extends v.GenericSchema<string, string>>(each: Each) {
  const split = (list: string) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  return v.pipe(v.string(), v.transform(split), v.array(each))
}

export const networks = listOf(network)

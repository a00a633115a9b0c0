/** The forms that values of the environment have. */
import { isIP } from 'node:net'
import * as v from 'valibot'

export const url = v.pipe(v.string(), v.url())
export const wholeNumber = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1))
export const port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(65_535))

/** `https://host`, without anything behind it. */
export const site = v.pipe(
  url,
  v.check((address) => new URL(address).origin === address, 'is not https://host'),
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

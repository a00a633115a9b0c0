/**
 * Passwords that anybody would try first: a common word or a name of the person's own, with capitals, signs for letters,
 * a year or a few digits and a sign; or a walk along the keyboard, the alphabet or the numbers. The rules of
 * `password.ts` force people to these shapes, and lists of leaked passwords are full of them.
 */
import { COMMON_WORDS } from './common-words.ts'

/** What is added to a word is a few characters; beyond that it is a secret of its own, unless it counts or repeats. */
const MOST_ADDED = 6
/** A part of an address that is shorter is in too many words. */
const SHORTEST_OWN = 4

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const SHIFTED = '!@#$%^&*()'
const WALKS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'a1b2c3d4e5f6g7h8',
].flatMap((walk) => [walk, [...walk].reverse().join('')])

/**
 * `own` is what is known of the person and the place: addresses, names. `isLeaked` knows further words, in small letters, and
 * whole passwords.
 */
export function isCommonPassword(
  password: string,
  own: readonly string[] = [],
  isLeaked: (word: string) => boolean = () => false,
): boolean {
  const plain = simple(password)
  const names = own.flatMap(partsOf)
  const isKnown = (word: string) =>
    COMMON_WORDS.has(word) || names.includes(word) || isRepeated(word) || isWalk(word) || isLeaked(word)
  return (
    isWalk(unshifted(plain)) ||
    isLeaked(plain) ||
    isLeaked(plain.replace(/[^a-z0-9]/g, '')) ||
    readings(plain).some((word) => isKnown(word) && isLittle(plain, word.length))
  )
}

/** Small letters without accents. */
function simple(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** The letters of the middle and of all of it, each with and without reading signs as letters. */
function readings(plain: string): string[] {
  const middle = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const all = [plain, middle, plain.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '')]
  return [...new Set(all.flatMap((text) => [lettersOf(text), lettersOf(asLetters(text))]))]
}

const lettersOf = (text: string) => text.replace(/[^a-z]/g, '')
const asLetters = (text: string) => [...text].map((sign) => LETTERS[sign] ?? sign).join('')
const unshifted = (text: string) =>
  [...text].map((sign) => (SHIFTED.includes(sign) ? (SHIFTED.indexOf(sign) + 1) % 10 : sign)).join('')

/** `aaaa`, `abab`, `senhasenha`; also nothing, and one letter. */
function isRepeated(word: string): boolean {
  const half = /^(.+?)\1*$/.exec(word)?.[1] ?? ''
  return half.length < 3 || (half !== word && COMMON_WORDS.has(half))
}

const isWalk = (text: string) => text.length >= 3 && WALKS.some((walk) => walk.includes(text))

/** Whether what is added to a word of this length is short, or digits that count, repeat or are a date. */
function isLittle(plain: string, wordLength: number): boolean {
  if (plain.length - wordLength <= MOST_ADDED) return true
  const digits = plain.replace(/\D/g, '')
  const isDate = /^(0?[1-9]|[12]\d|3[01])(0?[1-9]|1[0-2])(19|20)\d\d$/.test(digits)
  return isDate || isWalk(digits) || /^(.{1,3})\1*$/.test(digits)
}

/** The words of an address or a name, and all of its local part together. */
function partsOf(text: string): string[] {
  const plain = simple(text)
  const local = plain.split('@')[0] ?? ''
  return [...plain.split(/[^a-z]+/), lettersOf(local)].filter((part) => part.length >= SHORTEST_OWN)
}

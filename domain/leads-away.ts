/**
 * Links, addresses and telephone numbers among what people write in sentences: announcements, and words with gifts and tips, which
 * reach people who did not ask for them. It is for what anybody would type or tap; what is spelled out in words passes, and where an
 * odd trick and an honest sentence look alike, so does that.
 */
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts'
import { withoutUnseen } from './visible.ts'

/** Letters of other alphabets that nobody tells from Latin ones. In the database it is `private.likeness`. */
const ALIKE = 'авекмнорстухіјѕԁԛԝһӏαβεικνορτυχγηıɑɡ'
const PLAIN = 'abekmhopctyxijsdqwhlabeikvoptuxyniag'
const OF_PLAIN = new Map([...ALIKE].map((letter, place) => [letter, PLAIN[place] ?? letter]))

/** The text as its reader would retype it: on one line, without fancy dress, and with the dots that stand for dots. */
function retyped(text: string): string {
  return (
    withoutUnseen(text.normalize('NFKC'))
      .replace(/[\ufe0f\u20e3]/g, '')
      .replace(/\s+/g, ' ')
      .replace(/[Ͱ-ӿıɑɡԁԛԝһ]/g, (letter) => OF_PLAIN.get(letter) ?? letter)
      .replace(/%2e|[。｡]| ?[[({] ?(?:\.|dot|ponto) ?[\])}] ?/gi, '.')
      // Letters that stand alone, as in `g o l p e . c o m`.
      .replace(/(?<![\p{L}\p{N}])(?:[\p{L}.] ){3,140}\p{L}(?![\p{L}\p{N}])/gu, (apart) =>
        apart.replaceAll(' ', ''),
      )
  )
}

/** Each begins where a word does, or has an end: what is long is read once. */
const DIRECT = [
  /(?<!\S)\S*?:(?:\/\/|\\\\)\S*/,
  /\bhttps?:\S+/i,
  /\b(?:www\.|xn--)\S+/i,
  /\blocalhost\b\S*/i,
  // An account or a mailbox; `@ Circo Voador` is where a show is, and `tod@s` is everybody.
  /(?<![^\s@])[^\s@]*@[\p{L}\p{N}_]{2}\S*/u,
  /\barroba (?!d[aeo]s?\b)[\p{L}\p{N}_.]+/iu,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d|\/\p{L})\S*/u,
  // Nothing but an address ends a sentence with `com`.
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?: ?\. ?|,| ponto | dot )(?:com|net|org)(?:(?: ?\. ?|,| ponto | dot )br)?(?= ?(?:$|[!?/)]|\.(?!\.)))/iu,
]

const TOKEN = /(?<![\p{L}\p{N}_-])((?:[\p{L}\p{N}_-]{1,63}\.){1,8}(\p{L}{2,63}))(?![\p{L}\p{N}])(\/\S)?/gu
/** What has a dot without its space, and is no name: an hour, a word cut short. */
const NO_NAME = /^(?:\d+h?\d*|feat|ft|part|prod|vs)\./i
/** Endings that are words too, as behind a full stop whose space was forgotten. */
const WORDS = new Set(
  'ai al ao ar as da de dj do eu is la li ma mc me mr na ne no pa pe sa se si so sr st to va ve vi mil casa rio bar moda vivo radio cafe total voto'.split(
    ' ',
  ),
)

/**
 * Whether a word with a dot in it is the name of a site: by its ending, or the path behind it. A capital alone begins a sentence whose
 * space was forgotten.
 */
function isSite(word: string, ending: string, path: string | undefined): boolean {
  if (NO_NAME.test(word)) return false
  const small = ending.toLowerCase()
  const isKnown = TOP_LEVEL_DOMAINS.has(small)
  if (ending !== small)
    return isKnown && (path !== undefined || (ending === ending.toUpperCase() && !WORDS.has(small)))
  if (path || /[^\p{Script=Latin}]/u.test(ending)) return true
  return isKnown && (!WORDS.has(ending) || word === word.toLowerCase())
}

/** A day (`20/11`, `20/11/2026`) or an hour (`21:30`). */
const MOMENT =
  /(?<![\d/:])(?:(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?:\/(?:(?:19|20)\d\d|\d\d))?|(?:[01]?\d|2[0-3]):[0-5]\d)(?![\d/:])/g
/** Numbers with one sign between them, or with what stands around an area code. */
const NUMBERS = /[+(]{0,2}\p{Nd}+(?:(?:[^\p{L}\p{N}]|\) | \(| [-–—./|] )\p{Nd}+)+|\p{Nd}{8,}/gu
/** Of no telephone: postcodes, thousands, years, days in a row, and numbers of at most two digits. */
const OTHER =
  /(?<!\d)(?:\d{5}-\d{3}|[1-9]\d{0,2}([ .])\d{3}(?:\1\d{3})*|(?:19|20)\d\d|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d|\d{1,2})(?!\d)/g

/** The digits of a mobile with its area code, however they are grouped. */
const MOBILE = /^(?:55|0)?[1-9][1-9]9\d{8}$/
/** Of any in Brazil, with or without area and country. */
const DOMESTIC = /^(?:0[3589]00\d{6,7}|(?:(?:55|0)?[1-9][1-9])?(?:9\d{8}|[2-57]\d{7}))$/
const MOST_DIGITS = 13

/** From abroad, in other numerals, ten digits or more without a break, or a run of its groups that is one in Brazil. */
function isTelephone(numbers: string): boolean {
  const digits = numbers.replace(/\P{Nd}/gu, '')
  if (/^\(?(?:\+|00)/.test(numbers) && digits.length >= 10 && !digits.endsWith('000')) return true
  if (digits.length >= 8 && /\D/.test(digits)) return true
  if (/\d{10}/.test(numbers)) return true
  const groups = [...numbers.matchAll(/\d+/g)]
  return groups.some(({ index: from }, first) =>
    groups.slice(first, first + MOST_DIGITS).some(({ index, 0: last }) => {
      const run = numbers.slice(from, index + last.length)
      const dialled = run.replace(/\D/g, '')
      return MOBILE.test(dialled) || (DOMESTIC.test(dialled) && /\d/.test(run.replace(OTHER, '')))
    }),
  )
}

function telephoneIn(text: string): string | undefined {
  const numbers = text.replace(MOMENT, 'x').replace(/(\d\d\W{0,2}\d{4,5}) e (?=\d{4}(?!\d))/g, '$1 ')
  return numbers.match(NUMBERS)?.find(isTelephone)
}

/** The first of them in a text, as its reader would retype it; null where there is none. */
export function wayOutIn(text: string): string | null {
  const plain = retyped(text)
  for (const sign of DIRECT) {
    const [found] = sign.exec(plain) ?? []
    if (found !== undefined) return found
  }
  for (const [, word = '', ending = '', path] of plain.matchAll(TOKEN))
    if (isSite(word, ending, path)) return word
  return telephoneIn(plain) ?? null
}

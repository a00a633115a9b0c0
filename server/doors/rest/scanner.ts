/** Parses the small languages of the query string, character by character. */
import { RestError } from './errors.ts'

/** Deeper than any legitimate query, shallow enough for our stack and Postgres'. */
const MAX_DEPTH = 20

export class Scanner {
  #text: string
  #depth = 0
  #at = 0
  #what: string

  /** `what` names the parameter in error messages. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  peek(token: string): boolean {
    return this.#text.startsWith(token, this.#at)
  }

  /** Consumes `token` if it comes next. */
  take(token: string): boolean {
    if (!this.peek(token)) return false
    this.#at += token.length
    return true
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`)
  }

  /** Between parentheses: what `read` finds there. The nesting depth is bounded. */
  nested<Value>(read: () => Value): Value {
    this.expect('(')
    if (++this.#depth > MAX_DEPTH) this.fail(`at most ${MAX_DEPTH} levels`)
    const value = read()
    this.#depth--
    this.expect(')')
    return value
  }

  /** A name: plain, or anything between double quotes. */
  name(): string {
    if (this.peek('"')) return this.quoted()
    const match = /^[\p{L}\p{N}_$]+/u.exec(this.#text.slice(this.#at))
    if (!match) return this.fail('a name')
    this.#at += match[0].length
    return match[0]
  }

  /** Text between double quotes, with \" and \\ for the two that need it. */
  quoted(): string {
    this.expect('"')
    let text = ''
    for (;;) {
      const character = this.#text[this.#at++]
      if (character === undefined) return this.fail('a closing quote')
      if (character === '"') return text
      text += character === '\\' ? (this.#text[this.#at++] ?? '') : character
    }
  }

  /** Everything up to one of the `stops`, or to the end. */
  until(stops: string): string {
    const from = this.#at
    while (this.#at < this.#text.length && !stops.includes(this.#text[this.#at] as string)) this.#at++
    return this.#text.slice(from, this.#at)
  }

  rest(): string {
    const text = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return text
  }

  end(): void {
    if (!this.done) this.fail('the end')
  }

  fail(expected: string): never {
    const found = this.done ? 'end of input' : `"${this.#text[this.#at]}"`
    throw new RestError(
      'PGRST100',
      `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`,
      `unexpected ${found} expecting ${expected}`,
    )
  }
}

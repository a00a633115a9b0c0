/** Parses the small languages of the query string, character by character. */
import { BUDGET, Tally } from './budget.ts'
import { RestError } from './errors.ts'

const IDENTIFIER = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const SPACE = /[ \t]*/y

export class Scanner {
  readonly tally: Tally
  #text: string
  #depth = 0
  #at = 0
  #what: string
  #before: number

  /**
   * `what` names the parameter in error messages; `tally` counts for the whole request. `before`: how many characters
   * come before the text where PostgREST counts columns from.
   */
  constructor(text: string, what: string, tally = new Tally(), before = 0) {
    this.#before = before
    this.#text = text
    this.#what = what
    this.tally = tally
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

  /** Consumes and answers what a sticky expression finds here; null if it does not match. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  /** Consumes spaces, which mean nothing between the parts of a list. */
  space(): void {
    this.match(SPACE)
  }

  /** Consumes `token` and the spaces around it, if it comes next. */
  takeSpaced(token: string): boolean {
    const from = this.#at
    this.space()
    if (!this.take(token)) {
      this.#at = from
      return false
    }
    this.space()
    return true
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`)
  }

  /** Reads with `read`, or answers null and stays where it was if that fails. */
  attempt<Value>(read: () => Value): Value | null {
    const from = this.#at
    try {
      return read()
    } catch (fault) {
      if (!(fault instanceof RestError)) throw fault
      this.#at = from
      return null
    }
  }

  /** Between parentheses: what `read` finds there. The nesting is bounded by the budget of `resource`. */
  nested<Value>(resource: 'embedDepth' | 'logicDepth', read: () => Value): Value {
    this.space()
    this.expect('(')
    this.space()
    const most = BUDGET[resource].limit
    if (++this.#depth > most) this.fail(`at most ${most} levels`)
    const value = read()
    this.#depth--
    this.space()
    this.expect(')')
    this.space()
    return value
  }

  /** A name: letters, digits, `_`, `$`, hyphens and spaces between them; or anything between double quotes. */
  name(expected = 'field name (* or [a..z0..9_$])'): string {
    this.space()
    if (this.peek('"')) {
      const name = this.quoted()
      this.space()
      return name
    }
    const from = this.#at
    const name = this.match(IDENTIFIER)?.[0].trim()
    if (name) return name
    this.#at = from
    return this.fail(expected)
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
      `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#before + this.#at + 1})`,
      `unexpected ${found} expecting ${expected}`,
    )
  }
}

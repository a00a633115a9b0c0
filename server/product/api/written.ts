/** JSON that is written already. Most of an answer may be everybody's: it is then written, and compressed, once for all of them. */
import { type Beginning, zipBeginning, zipWith } from '../../platform/http/gzip.ts'

export class Written<Value> {
  declare protected readonly value: Value
  readonly text: string
  /** What it begins with, but for the closing brace. */
  private readonly head: Written<unknown> | null
  private zippedHead: Promise<Beginning> | null = null

  private constructor(text: string, head: Written<unknown> | null = null) {
    this.text = text
    this.head = head
  }

  static of<Value>(value: Value): Written<Value> {
    return new Written(JSON.stringify(value))
  }

  /** A list of what is written, as the field `data`. */
  static list<Row>(rows: readonly Written<Row>[]): Written<{ data: Row[] }> {
    return new Written(`{"data":[${rows.map(({ text }) => text).join()}]}`)
  }

  /** The fields of two objects, of which each has at least one: this one, which many may begin with, and a short one. */
  and<Other>(other: Written<Other>): Written<Value & Other> {
    return new Written(`${this.text.slice(0, -1)},${other.text.slice(1)}`, this)
  }

  /** As gzip. */
  async zipped(): Promise<Buffer> {
    const head = this.head ?? this
    head.zippedHead ??= zipBeginning(head.text.slice(0, -1))
    return zipWith(await head.zippedHead, this.text.slice(head.text.length - 1))
  }
}

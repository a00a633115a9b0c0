/** SQL under construction: text with numbered parameters. Values never become part of the text. */

export class Statement {
  readonly parameters: (string | null)[] = []
  #aliases = 0

  /** Takes a value and answers its placeholder, as text; cast it to what the context needs. */
  text(value: string | null): string {
    this.parameters.push(value)
    return `$${this.parameters.length}::text`
  }

  /** A name that nothing else in the statement has. Kept short: Postgres silently truncates names at 63 bytes. */
  alias(table: string): string {
    return `${table.slice(0, 50)}_${++this.#aliases}`
  }
}

/** A quoted identifier; nothing in it can end the quotes. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`
}

export function qualified(schema: string, name: string): string {
  return `${ident(schema)}.${ident(name)}`
}

/** A quoted text, for what is part of an expression rather than a value. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** A Postgres array literal of texts. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}

export function where(conditions: string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

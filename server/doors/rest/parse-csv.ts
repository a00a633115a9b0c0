/** CSV with a line of names: `a,b⏎1,"x, ""y"""`. */
import { RestError } from './errors.ts'

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** One object for each line. NULL without quotes is null. Throws PGRST102 if a line has more or fewer fields. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [names, ...lines] = readLines(text.replace(/(\r?\n)+$/, ''))
  if (!names) throw new RestError('PGRST102', 'Empty or invalid csv')
  return lines.map((line) => {
    if (line.length !== names.length) {
      throw new RestError('PGRST102', 'All lines must have same number of fields')
    }
    return Object.fromEntries(names.map((name, index) => [name, line[index] ?? null]))
  })
}

function readLines(text: string): (string | null)[][] {
  if (text === '') return []
  const lines: (string | null)[][] = [[]]
  FIELD.lastIndex = 0
  for (;;) {
    const found = FIELD.exec(text)
    if (!found) throw new RestError('PGRST102', 'Empty or invalid csv')
    const [, quoted, plain, end] = found
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? (plain === 'NULL' ? null : (plain ?? '')))
    if (end === '') return lines
    if (end !== ',') lines.push([])
  }
}

/**
 * JSON Schema in the way people write types: `{ uid: string, next: string | null }`, over several lines where it is
 * long.
 */
import type { JsonSchema } from './call.ts'

const LINE = 72
const REF = '#/components/schemas/'

/** `indent` is the nesting depth. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(REF.length)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return choicesText(choices, indent)
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') return listText(schemaText((schema.items ?? {}) as JsonSchema, indent))
  if (schema.type === 'object') return objectText(schema, indent)
  return typeof schema.type === 'string' ? schema.type + boundsText(schema) : 'any'
}

/** Multi-line alternatives start on a line of their own. */
function choicesText(choices: readonly JsonSchema[], indent: string): string {
  const texts = choices.map((choice) => schemaText(choice, indent))
  return texts.join(texts.some((text) => text.includes('\n')) ? `\n${indent}| ` : ' | ')
}

function listText(items: string): string {
  return items.includes(' | ') && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
}

function boundsText({ minimum, maximum, maxLength, format }: JsonSchema): string {
  const said = [
    minimum === undefined ? '' : `≥ ${minimum}`,
    maximum === undefined ? '' : `≤ ${maximum}`,
    maxLength === undefined ? '' : `≤ ${maxLength} characters`,
    format === undefined ? '' : String(format),
  ].filter(Boolean)
  return said.length > 0 ? ` (${said.join(', ')})` : ''
}

function objectText(schema: JsonSchema, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  if (properties.length === 0) return 'object'
  const required = new Set((schema.required ?? []) as string[])
  const inner = `${indent}  `
  const members = properties.map(([name, of]) => ({
    text: `${name}${required.has(name) ? '' : '?'}: ${schemaText(of, inner)}`,
    said: typeof of.description === 'string' ? of.description : null,
  }))
  const line = `{ ${members.map(({ text }) => text).join(', ')} }`
  const isShort = members.every(({ said }) => !said) && line.length + indent.length <= LINE
  if (isShort && !line.includes('\n')) return line
  const lines = members.map(({ text, said }) => `${said ? `${inner}// ${said}\n` : ''}${inner}${text}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

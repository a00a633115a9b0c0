/** An answer with a template's text below what is written already; its greeting, the first paragraph, is for an empty answer alone. */
export function withTemplate(written: string, template: string): string {
  const begun = written.trimEnd()
  return begun === '' ? template : `${begun}\n\n${template.replace(/^.*\n\n/, '')}`
}

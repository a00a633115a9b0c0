/** The audit trail can be narrowed to every kind of deed: those that have words, and those that the code writes. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEED_KINDS } from '#domain/audit-facts.ts'
import en from '#i18n/en/operations-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/operations-back-office.json' with { type: 'json' }

/** `action: 'user.note'`, `action: isActive ? 'user.reactivate' : …`, and decisions by `auditAs('refund')`. */
const WRITTEN = /(?:\baction: (?:[\w.]+ \? )?|\bauditAs\()['`]([a-z-]+)(?=[.'])/g

function kindsWritten(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('server/product/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(file, 'utf8')
    if (!/\baudit(As)?\(/.test(text)) continue
    for (const [match, kind = ''] of text.matchAll(WRITTEN)) {
      if (match.startsWith('auditAs') || text.includes(`${match}.`)) found.add(kind)
    }
  }
  return found
}

test('every kind of deed that has words is offered, in both languages, and no other', () => {
  const kinds = [...DEED_KINDS].sort()
  expect(Object.keys(pt.deeds).sort()).toEqual(kinds)
  expect(Object.keys(en.deeds).sort()).toEqual(kinds)
})

test('every kind of deed that the code writes is offered', () => {
  const written = [...kindsWritten()].sort()
  // What is known to be written, in each of these ways, is found.
  expect(written).toEqual(expect.arrayContaining(['refund', 'support', 'user', 'invoice']))
  expect(written.filter((kind) => !(DEED_KINDS as readonly string[]).includes(kind))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHARACTERS, cut, FACES, FOLDER } from './subset-fonts.ts'

test.each(FACES)('$name is what its package and the script make', async (face) => {
  expect(readFileSync(join(FOLDER, `${face.name}.woff2`)).equals(await cut(face))).toBe(true)
})

test('every character of the texts of both languages is in the faces', () => {
  const folder = join(import.meta.dirname, '../i18n')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  expect(texts.length).toBeGreaterThan(20)
  const said = new Set(texts.flatMap((name) => [...readFileSync(join(folder, name), 'utf8')]))
  expect([...said].filter((character) => character !== '\n' && !CHARACTERS.includes(character))).toEqual([])
})

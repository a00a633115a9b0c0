/** docs/security.md says of each requirement what proves it, or that it is not met. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const [, section = ''] = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('## ASVS 5.0, level 2')
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('there are requirements, each in four columns and listed once', () => {
  const numbers = rows.flatMap(([numbered = '']) => numbered.split(', '))
  expect(numbers.length).toBeGreaterThan(50)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(rows.filter((cells) => cells.length !== 4)).toEqual([])
})

test.each(rows)('%s (%s) names a test that exists, or says that it is not met', (...cells) => {
  const proof = cells[3] ?? ''
  const files = [...proof.matchAll(/`([^`]+\.(?:ts|md))`/g)].map((match) => match[1] as string)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(files.some((file) => file.endsWith('.test.ts')) || proof.includes('not met')).toBe(true)
})

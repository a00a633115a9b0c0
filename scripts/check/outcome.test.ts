import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { failureOf } from './outcome.ts'

test('a failure shows the line of its source, given as a path or as an address; none where that is gone', () => {
  const line = (file: string) => failureOf(import.meta.filename, 'a test', '', { file, line: 1 }).line
  const first = "import { pathToFileURL } from 'node:url'"
  expect(line(import.meta.filename)).toBe(first)
  expect(line(pathToFileURL(import.meta.filename).href)).toBe(first)
  expect(line('file:///of/another/tree.ts')).toBe('')
  expect(line('/of/another/tree.ts')).toBe('')
})

/** deploy/tune.env.sample: every setting that exists, no other, and nothing in it that a server would refuse. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { SETTINGS } from '#server/env.ts'
import { examineEnv } from '#server/env-examined.ts'

const SAMPLE = readFileSync(join(import.meta.dirname, '../deploy/tune.env.sample'), 'utf8')

test('the sample names exactly the settings that exist, each once', () => {
  const named = [...SAMPLE.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual([...SETTINGS].sort())
})

test('what it sets is enough for a public site, and each default or form in it is a valid one', () => {
  expect(examineEnv(parseEnv(SAMPLE))).toMatchObject({ faults: [], warnings: [] })
  const forms = [...SAMPLE.matchAll(/^#([A-Z][A-Z0-9_]*)=([^{\n]+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const said = forms.flatMap(([name = '', value = '']) =>
    examineEnv({ ...parseEnv(SAMPLE), [name]: value }).faults.filter((fault) =>
      fault.startsWith(`${name}: `),
    ),
  )
  expect(said).toEqual([])
})

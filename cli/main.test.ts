import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEST_ENV } from '#server/testing/market.ts'

const NOWHERE = join(import.meta.dirname, 'no-such-folder')

function tune(args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), ...args],
    {
      env: { ...env, DATA_DIR: NOWHERE },
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

test('a command without settings says which are missing and where they come from', () => {
  const { status, stderr } = tune(['faults'], {})
  expect(status).toBe(2)
  expect(stderr).toContain('DATABASE_URL: is not set')
  expect(stderr).toContain('DATA_DIR (.data)')
  expect(stderr).not.toContain('    at ')
})

test('a database that is away is named, without a trace', () => {
  const { status, stderr } = tune(['faults'], {
    ...TEST_ENV,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  })
  expect(status).toBe(2)
  expect(stderr).toMatch(/^The database does not answer: .*127\.0\.0\.1:1\n$/)
})

test('what every object has is no command', () => {
  const { status, stdout } = tune(['constructor'], {})
  expect(status).toBe(2)
  expect(stdout).toContain('npm run tune')
})

test.each([[], ['help'], ['--help'], ['-h']])('%j is answered, and is no failure', (...args) => {
  const { status, stdout } = tune(args, {})
  expect(status).toBe(0)
  expect(stdout).toContain('npm run tune')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../is-alive.ts'
import { run } from './run.ts'

test('tells what a program printed, and how it ended', async () => {
  expect(await run('sh', ['-c', 'echo out; echo err >&2; exit 3'])).toMatchObject({ code: 3 })
  expect((await run('echo', ['out'])).output).toBe('out\n')
})

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'nothing outlives a check that ends by %s',
  async (signal) => {
    const start = `import { run } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))}
    void run('sh', ['-c', 'sleep 3600 & echo $!; wait'], { shown: true })`
    const check = spawn(process.execPath, ['--input-type=module', '-e', start])
    const [printed] = (await once(check.stdout, 'data')) as [Buffer]
    const pid = Number(printed)
    expect(isAlive(pid)).toBe(true)
    check.kill(signal)
    await expect.poll(() => isAlive(pid)).toBe(false)
  },
)

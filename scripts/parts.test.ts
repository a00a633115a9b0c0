import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createParts } from './parts.ts'

/** A part that lives until it is killed, or ends at once. */
function setUp(command: string[]) {
  vi.spyOn(console, 'error').mockReturnValue()
  const started: ChildProcess[] = []
  const givenUp: string[] = []
  const parts = createParts({ onStart: () => {}, onGivingUp: (why) => givenUp.push(why) })
  const [program = '', ...args] = command
  const part = {
    name: 'server',
    lastWords: () => 'its last words',
    async start() {
      const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] })
      await once(child, 'spawn')
      started.push(child)
      return child
    },
  }
  onTestFinished(async () => {
    for (const child of started) child.kill('SIGKILL')
    await parts.end()
    vi.restoreAllMocks()
  })
  return { parts, part, started, givenUp }
}

test('a part that is killed again and again, once all have run together, is there again each time', async () => {
  const { parts, part, started, givenUp } = setUp(['cat'])
  await parts.run(part)
  parts.hold()
  for (let times = 1; times <= 5; times++) {
    started.at(-1)?.kill('SIGKILL')
    await expect.poll(() => started.length, { timeout: 20_000 }).toBe(times + 1)
  }
  expect(givenUp).toEqual([])
})

test('a part that ends each time as soon as it is started is given up, with its last words', async () => {
  const { parts, part, started, givenUp } = setUp(['false'])
  await parts.run(part)
  await expect.poll(() => givenUp, { timeout: 20_000 }).toHaveLength(1)
  expect(givenUp[0]).toContain('The server ended unexpectedly (code 1), again.\nits last words')
  expect(started).toHaveLength(3)
})

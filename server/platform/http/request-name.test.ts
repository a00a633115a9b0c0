import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { forJob, forRequest, occasion } from './request-name.ts'

/** Lines of a log made as server/platform/log.ts makes it. */
function newLog() {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  return { lines, log: pino({ mixin: () => occasion() ?? {} }, sink) }
}

/** The name of a request that a proxy named `given`, as its answer tells it. */
async function nameOf(given?: string, work: () => Promise<void> | void = () => {}): Promise<string> {
  let told = ''
  const setHeader = (_: string, value: unknown) => {
    told = String(value)
  }
  await forRequest({ headers: { 'x-request-id': given } }, { setHeader } as never, work)
  return told
}

test('the answer and every line written for a request bear one name, however they are mixed', async () => {
  const { lines, log } = newLog()
  const names = await Promise.all(
    ['a', 'b'].map((who) =>
      nameOf(undefined, async () => {
        log.info({ who }, 'first')
        await new Promise((resolve) => setTimeout(resolve, who === 'a' ? 20 : 1))
        log.info({ who }, 'second')
      }),
    ),
  )
  expect(names[0]).not.toBe(names[1])
  for (const [index, who] of ['a', 'b'].entries()) {
    const said = lines.filter((line) => line.who === who)
    expect(said.map((line) => line.request)).toEqual([names[index], names[index]])
  }
})

test('a proxy’s name is kept; what could break a log is not', async () => {
  expect(await nameOf('b7ad6b7169203331')).toBe('b7ad6b7169203331')
  for (const bad of ['short', 'x'.repeat(65), 'with space inside it', '{"level":60,"msg":"forged"}'])
    expect(await nameOf(bad)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a job’s lines bear its number', async () => {
  const { lines, log } = newLog()
  await forJob('42', async () => log.info('working'))
  log.info('idle')
  expect(lines.map((line) => line.job)).toEqual(['42', undefined])
})

import { expect, test, vi } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { startNotificationEngine, startSettlementEngine } from './settlement-engine.ts'

test.each([
  ['settles', startSettlementEngine],
  ['notifies', startNotificationEngine],
])('whoever %s stops between two transactions, however much is left to do', async (_name, start) => {
  let rounds = 0
  const more = async () => {
    rounds++
    // Between two of them others have their turn, as with a database.
    await new Promise((resolve) => setImmediate(resolve))
    return [{ done: 1, notified: 1 }]
  }
  const sql = Object.assign(more, { begin: (work: (tx: unknown) => unknown) => work(more) })
  const log = createLogger('silent')
  const failed = vi.spyOn(log, 'error')
  const engine = start({ sql: sql as never, log })
  await expect.poll(() => rounds).toBeGreaterThan(10)
  await engine.stop()
  expect(failed).not.toHaveBeenCalled()
})

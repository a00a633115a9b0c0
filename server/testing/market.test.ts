/** A test that gets a 500 prints its cause, which Vitest shows when the test fails. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMarket } from './market.ts'

test('the cause of a 500 is printed', async () => {
  const market = await createMarket()
  onTestFinished(() => market.close())
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  const fan = await market.newFan()
  await market.sql`alter table ledger.accounts rename column balance to another_name`
  expect((await market.call(fan, '/balance')).status).toBe(500)
  expect(print.mock.calls.flat().join('\n')).toMatch(/column .*balance.* does not exist/)
})

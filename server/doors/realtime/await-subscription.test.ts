import { describe, expect, test } from 'vitest'
import { awaitSubscription, waitOf } from './await-subscription.ts'
import { REALTIME_BUDGET } from './budget.ts'
import { parseJoin } from './channel.ts'

const asking = (postgres_changes_options: object, postgres_changes: object[] = [CHANGES]) =>
  waitOf(parseJoin({ config: { postgres_changes, postgres_changes_options } }) ?? {})
const CHANGES = { event: '*', schema: 'public', table: 'payments' }

describe('how long a join is held', () => {
  test('as long as it asks for, within limits', () => {
    expect(asking({ wait: true })).toBe(15_000)
    expect(asking({ wait: true, timeout: 100 })).toBe(100)
    expect(asking({ wait: true, timeout: 10 ** 9 })).toBe(REALTIME_BUDGET.joinWait.limit)
  })

  test('not at all, unless it asks for it and for changes', () => {
    expect(asking({})).toBeNull()
    expect(asking({ wait: true }, [])).toBeNull()
    expect(waitOf({})).toBeNull()
  })
})

describe('a join is refused', () => {
  test('when the subscription takes too long', async () => {
    expect(await awaitSubscription(new Promise(() => undefined), 1)).toBe(
      'PostgresChangesSubscribeTimeout: Timed out after 1ms waiting for the postgres_changes subscription',
    )
  })

  test('with the reason of the subscription, and not without one', async () => {
    const refused = await awaitSubscription(Promise.resolve('no such table'), 60_000)
    expect(refused).toBe('RealtimeDisabledForConfiguration: no such table')
    expect(await awaitSubscription(Promise.resolve(null), 60_000)).toBeNull()
  })
})

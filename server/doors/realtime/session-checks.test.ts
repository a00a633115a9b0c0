import { expect, test } from 'vitest'
import type { Claims } from './claims.ts'
import { checkSessions, type Watching } from './session-checks.ts'

const person = (session: string): Claims => ({
  role: 'authenticated',
  exp: 9e9,
  sub: 'ana',
  session_id: session,
  aal: 'aal1',
})

function connectionOf(...sessions: string[]): Watching & { left: () => string[] } {
  let open = sessions.map(person)
  return {
    watchers: () => open,
    expelEnded(isEnded) {
      open = open.filter((claims) => !isEnded(claims))
    },
    left: () => open.map(({ session_id }) => String(session_id)),
  }
}

test('each session is asked about once, however many channels and sockets it has', async () => {
  const connections = [connectionOf('a', 'a', 'b'), connectionOf('a'), connectionOf('b'), connectionOf()]
  const asked: unknown[] = []
  await checkSessions(connections, async ({ session_id }) => {
    asked.push(session_id)
    return session_id !== 'a'
  })
  expect(asked).toEqual(['a', 'b'])
  expect(connections.map((one) => one.left())).toEqual([['b'], [], ['b'], []])
})

test('nobody is asked about where nobody watches, and without an answer everything stays', async () => {
  await checkSessions([connectionOf()], () => expect.unreachable())
  const connection = connectionOf('a')
  await expect(checkSessions([connection], () => Promise.reject(new Error('no database')))).rejects.toThrow()
  expect(connection.left()).toEqual(['a'])
})

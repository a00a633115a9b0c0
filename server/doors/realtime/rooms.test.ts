import { expect, test } from 'vitest'
import { REALTIME_BUDGET } from './budget.ts'
import { createRooms, type Member } from './rooms.ts'

function newMember(): Member & { heard: string[] } {
  const heard: string[] = []
  return {
    version: '1.0.0',
    hearsItself: false,
    hears: { broadcast: true, presence: true },
    say: (message) => heard.push(/"type":"broadcast","event":"(\w+)"/.exec(String(message))?.[1] ?? 'noise'),
    push: (event) => heard.push(event),
    heard,
  }
}

test('a room is there while somebody is in it', () => {
  const rooms = createRooms()
  const [one, other] = [newMember(), newMember()]
  for (const member of [one, other]) rooms.join('realtime:x', false, member)
  rooms.join('realtime:x', true, one)
  expect(rooms.size()).toBe(2)
  rooms.leave('realtime:x', false, one)
  rooms.leave('realtime:x', true, one)
  rooms.broadcast('realtime:x', true, null, { event: 'nobody', payload: {} })
  rooms.broadcast('realtime:x', false, null, { event: 'other', payload: {} })
  expect([one.heard, other.heard]).toEqual([[], ['other']])
  rooms.leave('realtime:x', false, other)
  expect(rooms.size()).toBe(0)
})

test('so many are present on one topic; who is there already may still say something else', () => {
  const rooms = createRooms()
  const members = Array.from({ length: REALTIME_BUDGET.presences.limit + 1 }, newMember)
  for (const member of members) member.hears.presence = false
  for (const member of members) rooms.join('realtime:x', false, member)
  const track = (member: Member, key: string) => rooms.track('realtime:x', false, member, key, {})
  const taken = members.map((member, index) => track(member, String(index)))
  expect(taken.filter((each) => !each)).toHaveLength(1)
  expect(taken.at(-1)).toBe(false)
  expect(track(members[0] as Member, '0')).toBe(true)
  rooms.leave('realtime:x', false, members[0] as Member)
  expect(track(members.at(-1) as Member, 'last')).toBe(true)
  expect(Object.keys(rooms.state('realtime:x', false))).toHaveLength(REALTIME_BUDGET.presences.limit)
})

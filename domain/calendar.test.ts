import { expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'
import { ROOM_SECONDS } from './opening.ts'

const event = {
  id: 'opening-1@tune',
  title: 'Maré; Cheia, de Coral\\Cais',
  text: 'Linha um\nLinha dois',
  url: 'https://tune.test/p/1',
  startsAt: Date.parse('2026-11-24T23:30:00Z'),
  minutes: 15,
  now: Date.parse('2026-11-20T12:00:00Z'),
}

test('an opening goes into a calendar, with its reminder', () => {
  const file = calendarFile(event)
  expect(file).toContain('DTSTART:20261124T233000Z\r\nDTEND:20261124T234500Z\r\n')
  expect(file).toContain('SUMMARY:Maré\\; Cheia\\, de Coral\\\\Cais\r\n')
  expect(file).toContain('DESCRIPTION:Linha um\\nLinha dois\r\n')
  expect(file).toContain(`TRIGGER:-PT${ROOM_SECONDS / 60}M`)
})

test('an opening that was moved replaces the one before, also when it was moved to an earlier hour', () => {
  const stampOf = (file: string) => /\r\nDTSTAMP:(\w+)\r\n/.exec(file)?.[1] ?? ''
  const earlier = { ...event, startsAt: event.startsAt - 3_600_000, now: event.now + 1000 }
  expect(stampOf(calendarFile(event))).toBe('20261120T120000Z')
  expect(stampOf(calendarFile(earlier))).toBe('20261120T120001Z')
  expect(calendarFile(earlier)).not.toContain('SEQUENCE')
})

test('no line is longer than seventy-five bytes, and unfolded it says the same', () => {
  const title = 'ã🎵'.repeat(60)
  const file = calendarFile({ ...event, title })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})

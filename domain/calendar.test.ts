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
}

test('an opening goes into a calendar, with its reminder', () => {
  const file = calendarFile(event)
  expect(file).toContain('DTSTART:20261124T233000Z\r\nDTEND:20261124T234500Z\r\n')
  expect(file).toContain('SUMMARY:Maré\\; Cheia\\, de Coral\\\\Cais\r\n')
  expect(file).toContain('DESCRIPTION:Linha um\\nLinha dois\r\n')
  expect(file).toContain(`TRIGGER:-PT${ROOM_SECONDS / 60}M`)
})

test('no line is longer than seventy-five bytes, and unfolded it says the same', () => {
  const title = 'ã🎵'.repeat(60)
  const file = calendarFile({ ...event, title })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})

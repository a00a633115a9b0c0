/** An opening as a calendar knows it (RFC 5545). */
import { ROOM_SECONDS } from './opening.ts'

type Event = {
  /** Names it for ever: a second import replaces the first. */
  id: string
  title: string
  text: string
  url: string
  /** Milliseconds since 1970. */
  startsAt: number
  minutes: number
  /** When this was written. */
  now: number
}

/**
 * A file with one event, and a reminder when its waiting room opens. Of two files of one event that which was written later
 * counts, by DTSTAMP, as long as neither has a SEQUENCE (RFC 5546, 2.1.5; RFC 5545, 3.8.7.2 and 3.8.7.4).
 */
export function calendarFile({ id, title, text, url, startsAt, minutes, now }: Event): string {
  const instant = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tune//Openings//PT',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(startsAt)}`,
    `DTEND:${instant(startsAt + minutes * 60_000)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${ROOM_SECONDS / 60}M`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Lines have 75 bytes at most; the next begins with a space. No character is cut in two. */
function folded(line: string): string {
  const bytes = (character: string) => new TextEncoder().encode(character).length
  let length = 0
  return [...line].reduce((text, character) => {
    const size = bytes(character)
    const isFull = length + size > 75
    length = isFull ? size + 1 : length + size
    return text + (isFull ? '\r\n ' : '') + character
  }, '')
}

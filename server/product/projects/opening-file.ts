/** The opening of a lot, for a calendar. */
import { calendarFile } from '#domain/calendar.ts'
import type { Language } from '#i18n/language.ts'
import { projectText } from '../../platform/texts.ts'
import type { PublicProjectWire } from './wire.ts'

/** How long an opening is in a calendar. */
const MINUTES = 30

/** Null for a project that does not open at an announced hour. */
export function openingFile(
  { uid, projectName, author, opensAt }: PublicProjectWire,
  language: Language,
  { url, product }: { url: string; product: string },
  now: number,
): string | null {
  if (opensAt === null) return null
  return calendarFile({
    id: `opening-${uid}@${new URL(url).hostname}`,
    title: projectText('opening.calendarTitle', language, { projectName, author }),
    text: projectText('opening.calendarText', language, { product }),
    // For whoever opens it where nobody is signed in.
    url: `${url}/p/${uid}`,
    startsAt: Date.parse(opensAt),
    minutes: MINUTES,
    now,
  })
}

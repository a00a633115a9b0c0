/** Alerts: news for those who follow an artist or watch a work. Never about money or access of their own. */

export const ALERT_KINDS = [
  'lot_announced',
  'lot_opening',
  'lot_opened',
  'unit_below',
  'last_hour',
  'announcement',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** What can be switched: all news of lots together, and the others each. */
export const ALERT_TOPICS = ['lots', 'unit_below', 'last_hour', 'announcements'] as const
export type AlertTopic = (typeof ALERT_TOPICS)[number]

/** What can be switched off for one work alone; `unit_below` has its amount for that, and announcements are of no work. */
export const WORK_TOPICS = ['lots', 'last_hour'] as const satisfies readonly AlertTopic[]
export type WorkTopic = (typeof WORK_TOPICS)[number]

export const ALERT_CHANNELS = ['bell', 'push', 'mail'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

export function alertTopic(kind: AlertKind): AlertTopic {
  if (kind === 'announcement') return 'announcements'
  return kind === 'unit_below' || kind === 'last_hour' ? kind : 'lots'
}

/** The most artists one fan follows, and the most works they watch. */
export const FOLLOWED_MAX = 1000

/** The length of what an artist tells their followers, once a day. */
export const ANNOUNCEMENT_MAX = 280

/** How long before an announced opening its followers are reminded, in seconds. */
export const REMINDER_SECONDS = 900

/** São Paulo has had no summer time since 2019. */
const OFFSET_MS = -3 * 3_600_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NIGHT = { from: 22, until: 8 }

/** When the night ends in which `now` falls (milliseconds since 1970); null by day. The night is from 22h to 8h. */
export function nightEnd(now: number): number | null {
  const local = now + OFFSET_MS
  const midnight = local - (((local % DAY_MS) + DAY_MS) % DAY_MS)
  const hour = (local - midnight) / HOUR_MS
  if (hour >= NIGHT.until && hour < NIGHT.from) return null
  return midnight + NIGHT.until * HOUR_MS + (hour >= NIGHT.from ? DAY_MS : 0) - OFFSET_MS
}

/**
 * When those who sleep are told of something: in the morning, or null for at once, by day and where it would be worth
 * nothing by then. Who watches a work is told of its opening at once (server/product/alerts/sql/alerts.sql). Both are milliseconds since 1970.
 */
export function toldInTheMorning(now: number, staleAt: number): number | null {
  const morning = nightEnd(now)
  return morning !== null && morning < staleAt ? morning : null
}

/** `Prefer`: what a caller would like, several in one header, separated by commas. */
import { RestError } from './errors.ts'

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const
type Choices = typeof CHOICES
type Name = keyof Choices | 'timezone' | 'maxAffected'

export type Preferences = { -readonly [name in keyof Choices]: Choices[name][number] | null } & {
  timezone: string | null
  /** The most rows a write may change; only with handling=strict. */
  maxAffected: number | null
}

/** In the order in which they are said to have been applied. */
const ORDER: Name[] = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'maxAffected',
]

/**
 * The first of each kind counts. Throws PGRST122 under handling=strict if one is not known; otherwise those are
 * ignored. `mayEndTransaction`: whether the caller may choose between commit and rollback.
 */
export function parsePrefer(header: string | undefined, mayEndTransaction = false): Preferences {
  const wishes = (header ?? '').split(',').flatMap((wish) => wish.trim() || [])
  const preferences: Preferences = {
    resolution: null,
    missing: null,
    return: null,
    count: null,
    tx: null,
    handling: null,
    timezone: null,
    maxAffected: null,
  }
  const unknown = wishes.filter((wish) => !understand(wish, preferences))
  if (!mayEndTransaction) preferences.tx = null
  if (preferences.handling === 'strict' && unknown.length > 0) {
    throw new RestError(
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${unknown.join(', ')}`,
    )
  }
  if (preferences.handling !== 'strict') preferences.maxAffected = null
  return preferences
}

/** Puts one wish into `preferences`; false if it is not known. */
function understand(wish: string, preferences: Preferences): boolean {
  const at = wish.indexOf('=')
  const name = wish.slice(0, at)
  const value = wish.slice(at + 1)
  if (name === 'timezone') return understandTimezone(value, preferences)
  if (name === 'max-affected') {
    if (/^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value)
    return true
  }
  // The way of older clients to send one object to a function; it is what is done anyway.
  if (wish === 'params=single-object') return true
  if (!Object.hasOwn(CHOICES, name)) return false
  const kind = name as keyof Choices
  if (!(CHOICES[kind] as readonly string[]).includes(value)) return false
  Object.assign(preferences, { [kind]: preferences[kind] ?? value })
  return true
}

function understandTimezone(value: string, preferences: Preferences): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
  preferences.timezone ??= value
  return true
}

/** `Preference-Applied`, of the `names` that this kind of request can apply; null if there are none. */
export function preferenceApplied(preferences: Preferences, names: Name[]): string | null {
  const applied = ORDER.flatMap((name) => {
    if (!names.includes(name) || preferences[name] === null) return []
    return `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`
  })
  return applied.length > 0 ? applied.join(', ') : null
}

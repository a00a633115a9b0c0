/** `Prefer`: what a caller would like, several in one header, separated by commas. */
import { RestError } from './errors.ts'

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal'],
  count: ['exact'],
  handling: ['strict', 'lenient'],
} as const
type Choices = typeof CHOICES
type Name = keyof Choices

export type Preferences = { -readonly [name in Name]: Choices[name][number] | null }

/** What PostgREST would do and this door does not: who asks for it is told, since the answer would be another one. */
const NOT_OFFERED = /^(?:max-affected=|timezone=|return=headers-only$|count=(?:planned|estimated)$)/

/**
 * The first of each kind counts. Throws PGRST122 for what is not offered, and under handling=strict for what is not known,
 * which is ignored otherwise.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const wishes = (header ?? '').split(',').flatMap((wish) => wish.trim() || [])
  const preferences: Preferences = {
    resolution: null,
    missing: null,
    return: null,
    count: null,
    handling: null,
  }
  const unknown = wishes.filter((wish) => !understand(wish, preferences))
  const refused =
    preferences.handling === 'strict' ? unknown : unknown.filter((wish) => NOT_OFFERED.test(wish))
  if (refused.length > 0) {
    throw new RestError(
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${refused.join(', ')}`,
    )
  }
  return preferences
}

/** Puts one wish into `preferences`; false if it is not known. */
function understand(wish: string, preferences: Preferences): boolean {
  const at = wish.indexOf('=')
  const name = wish.slice(0, at)
  const value = wish.slice(at + 1)
  if (!Object.hasOwn(CHOICES, name)) return false
  const kind = name as Name
  if (!(CHOICES[kind] as readonly string[]).includes(value)) return false
  Object.assign(preferences, { [kind]: preferences[kind] ?? value })
  return true
}

/** `Preference-Applied`, of the `names` that this kind of request can apply; null if there are none. */
export function preferenceApplied(preferences: Preferences, names: readonly Name[]): string | null {
  const known = Object.keys(CHOICES) as Name[]
  const applied = known.flatMap((name) =>
    names.includes(name) && preferences[name] !== null ? `${name}=${preferences[name]}` : [],
  )
  return applied.length > 0 ? applied.join(', ') : null
}

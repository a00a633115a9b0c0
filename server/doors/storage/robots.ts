/** What search engines may do with an object (the X-Robots-Tag header), as its uploader wishes. */
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'

const RULE =
  /^(all|none|noindex|nofollow|noarchive|nosnippet|noimageindex|notranslate|indexifembedded|max-snippet: ?-?\d{1,6}|max-image-preview: ?(none|standard|large)|max-video-preview: ?-?\d{1,6})$/i

/** Throws for a rule that no search engine knows. */
export function readRobots(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const rules = header.split(',').map((rule) => rule.trim())
  const strange = rules.find((rule) => !RULE.test(rule))
  if (strange !== undefined || header.length > STORAGE_BUDGET.headerLength.limit)
    throw new StorageError(
      'InvalidRobotsTag',
      `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${(strange ?? '').slice(0, 100)}"`,
    )
  return header
}

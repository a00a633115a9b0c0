/** Identifies this tab as a playing device: the same across reloads, different in every other tab and browser. */
import { inTab } from './browser-storage.ts'

const NAME = 'tune-device'

export function playingDevice(): string {
  const known = inTab.read(NAME)
  if (known) return known
  const name = crypto.randomUUID()
  inTab.write(NAME, name)
  return name
}

/** Identifies this tab as a playing device: the same across reloads, different in every other tab and browser. */
const NAME = 'tune-device'

export function playingDevice(): string {
  const known = sessionStorage.getItem(NAME)
  if (known) return known
  const name = crypto.randomUUID()
  sessionStorage.setItem(NAME, name)
  return name
}

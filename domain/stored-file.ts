/**
 * Public files of our storage. Rows keep their whole address, and an installation may move to another one: a file of ours
 * is known by its path, on whichever host it was stored.
 */

/** What comes before "{bucket}/{name}" in the address of a public file. */
export const PUBLIC_FILES = '/storage/v1/object/public/'

/** "{bucket}/{name}" as the address spells it; null for an address elsewhere. */
export function storedFile(address: string): string | null {
  const at = address.indexOf(PUBLIC_FILES)
  return at < 0 ? null : address.slice(at + PUBLIC_FILES.length)
}

/** Where a stored picture is drawn `width` pixels wide, on the host that serves the page; any other address as it is. */
export function drawnPicture(address: string, width: number): string {
  const file = storedFile(address)
  return file === null ? address : `/storage/v1/render/image/public/${file}?width=${width}`
}

/** Of the cover on the sign-in page, before any script and after: a phone's screen. */
export const DOOR_COVER_WIDTH = 640

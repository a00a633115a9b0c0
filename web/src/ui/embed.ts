/**
 * The video host's player options (specification, section 7), all set explicitly, whatever the host's defaults
 * are.
 */
const FLAGS = {
  autoplay: true,
  loop: true,
  muted: false,
  preload: true,
  responsive: true,
  /** We paint the background behind the video. */
  transparent: true,
}

/** Adds the flags to a signed embed URL, whose own parameters stay as they are; `once` ends with the song. */
export function embedUrl(signedUrl: string, once = false): string {
  const url = new URL(signedUrl)
  for (const [flag, value] of Object.entries({ ...FLAGS, loop: !once }))
    url.searchParams.set(flag, String(value))
  return url.href
}

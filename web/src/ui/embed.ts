/** How the video host's page should behave; the server signs the address, the flags come on top. */
export type EmbedFlags = {
  autoplay: boolean
  loop: boolean
  muted: boolean
  preload: boolean
  responsive: boolean
}

export const QUIET_EMBED: EmbedFlags = {
  autoplay: true,
  loop: false,
  muted: false,
  preload: true,
  responsive: true,
}

/** Adds the flags to a signed embed address, whose own parameters stay as they are. */
export function embedUrl(signedUrl: string, flags: EmbedFlags): string {
  const url = new URL(signedUrl)
  for (const [flag, value] of Object.entries(flags)) url.searchParams.set(flag, String(value))
  return url.href
}

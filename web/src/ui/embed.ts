/** How the video host's page behaves (specification, section 7), said in full whatever the host's own defaults are. */
const FLAGS = {
  autoplay: true,
  loop: true,
  muted: false,
  preload: true,
  responsive: true,
  /** The ground behind the video is ours to paint. */
  transparent: true,
}

/** Adds the flags to a signed embed address, whose own parameters stay as they are. */
export function embedUrl(signedUrl: string): string {
  const url = new URL(signedUrl)
  for (const [flag, value] of Object.entries(FLAGS)) url.searchParams.set(flag, String(value))
  return url.href
}

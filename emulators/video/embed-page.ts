/** The page that a product puts in a frame: a player and nothing else. */
import { html } from 'hono/html'

export type Flags = {
  autoplay: boolean
  loop: boolean
  muted: boolean
  preload: boolean
  responsive: boolean
}

/** Reads the address's flags; like the vendor's, `preload` and `responsive` are on unless switched off. */
export function readFlags(query: Record<string, string>): Flags {
  const on = (name: string, otherwise: boolean) =>
    query[name] === undefined ? otherwise : query[name] === 'true'
  return {
    autoplay: on('autoplay', false),
    loop: on('loop', false),
    muted: on('muted', false),
    preload: on('preload', true),
    responsive: on('responsive', true),
  }
}

export type Assets = { hls: string; script: string; messages: string; style: string }

/** The player's page. Addresses are relative to `/embed/{library}/{videoId}`, so the host may be mounted anywhere. */
export function embedPage(
  title: string,
  /** Its path below the zone. */ source: string,
  flags: Flags,
  assets: Assets,
) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="../../player/${assets.style}" />
    <script src="../../player/${assets.hls}" defer></script>
    <script src="../../player/${assets.script}" defer></script>
    <script src="../../player/${assets.messages}" defer></script>
  </head>
  <body class="${flags.responsive ? 'responsive' : ''}">
    <video
      controls
      playsinline
      ${flags.loop ? 'loop' : ''}
      ${flags.muted ? 'muted' : ''}
      preload="${flags.preload ? 'auto' : 'none'}"
      data-source="../../cdn${source}"
      data-autoplay="${String(flags.autoplay)}"
    ></video>
    <button type="button" id="play" aria-label="Play" hidden>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5v14l11-7z" /></svg>
    </button>
    <p id="notice" role="status" hidden></p>
  </body>
</html>`
}

/** What a viewer with an invalid or expired address sees. */
export function refusalPage(status: 403 | 404) {
  const text = status === 403 ? 'This address is not valid, or its time is over.' : 'There is no such video.'
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${status}</title>
    <style>
      body { margin: 0; height: 100vh; display: grid; place-items: center; background: #000; color: #aaa;
        font: 16px/1.5 system-ui, sans-serif; text-align: center; }
    </style>
  </head>
  <body><p>${text}</p></body>
</html>`
}

import { expect, test } from 'vitest'
import { embedUrl, QUIET_EMBED } from './embed.ts'

test('the flags come on top of the signature', () => {
  const signed = 'https://video.example/embed/7/abc?token=f00&expires=1795253400'
  expect(embedUrl(signed, QUIET_EMBED)).toBe(
    `${signed}&autoplay=true&loop=false&muted=false&preload=true&responsive=true`,
  )
})

import { expect, test } from 'vitest'
import { embedUrl } from './embed.ts'

test('the flags come on top of the signature', () => {
  const signed = 'https://video.example/embed/7/abc?token=f00&expires=1795253400'
  expect(embedUrl(signed)).toBe(
    `${signed}&autoplay=true&loop=true&muted=false&preload=true&responsive=true&transparent=true`,
  )
  expect(new URL(embedUrl(signed, true)).searchParams.get('loop')).toBe('false')
})

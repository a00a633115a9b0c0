import { expect, test } from 'vitest'
import { cleanLyrics } from './lyrics.ts'

test.each([
  ['<p>Maré<br>cheia</p>', '<p>Maré<br />cheia</p>'],
  ['<p onclick="x()">la</p>', '<p>la</p>'],
  ['la<script>alert(1)</script>', 'la'],
  ['<img src=x onerror=alert(1)>la', 'la'],
  ['<a href="javascript:x">la</a>', 'la'],
  ['<p style="position:fixed">la', '<p>la</p>'],
])('%s', async (html, clean) => expect(await cleanLyrics(html)).toBe(clean))

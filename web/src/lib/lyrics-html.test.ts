import { expect, test } from 'vitest'
import { lyricsHtml } from './lyrics-html.ts'

test.each([
  ['nothing', ' \n \n', ''],
  ['one line', 'la la', '<p>la la</p>'],
  ['lines and verses', 'um\r\ndois\r\n\r\n \r\ntrês\n', '<p>um<br>dois</p><p>três</p>'],
  ['what looks like HTML', '<b onclick="x">a & b</b>', '<p>&lt;b onclick="x"&gt;a &amp; b&lt;/b&gt;</p>'],
])('%s', (_name, typed, html) => {
  expect(lyricsHtml(typed)).toBe(html)
})

import { expect, test } from 'vitest'
import { mediaType, parseRange } from './files.ts'

test.each([
  [null, undefined],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-9', undefined],
  ['items=0-9', undefined],
])('range %s of 1000 bytes', (header, expected) => {
  expect(parseRange(header, 1000)).toEqual(expected)
})

test.each(['../index.m3u8', 'index.html', '.m4s', 'a.b.m4s', 'index.m3u8.bak'])(
  '%s is no media file',
  (name) => {
    expect(mediaType(name)).toBeUndefined()
  },
)

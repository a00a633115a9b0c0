import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGranted } from './signature.ts'

const KEY = 'library-security-key'
const NOW = 1_795_253_400_000
const sign = (videoId: string, expires: string, key = KEY) =>
  createHash('sha256').update(`${key}${videoId}${expires}`).digest('hex')
const good = { videoId: 'mare-cheia', expires: '1795253401' }
const token = sign(good.videoId, good.expires)
const late = { videoId: 'mare-cheia', expires: '1795253400' }

test('a token made by the documented recipe is good until its time', () => {
  expect(isGranted({ ...good, token }, KEY, NOW)).toBe(true)
  expect(isGranted({ ...good, token }, KEY, NOW + 999)).toBe(true)
})

test.each([
  ['at its very time', { ...late, token: sign(late.videoId, late.expires) }],
  ['without a token', { ...good, token: '' }],
  ['with another key', { ...good, token: sign(good.videoId, good.expires, 'another-security-key') }],
  ['for another video', { ...good, videoId: 'carta-ao-vento', token }],
  ['with its time moved', { ...good, expires: '1795253999', token }],
  ['without a time', { ...good, expires: '', token }],
  ['in upper case', { ...good, token: token.toUpperCase() }],
  ['cut short', { ...good, token: token.slice(0, 63) }],
  [
    'with a sign before its time',
    { ...good, expires: '+1795253401', token: sign(good.videoId, '+1795253401') },
  ],
  ['for a path', { ...good, videoId: '../secret', token: sign('../secret', good.expires) }],
  [
    'with a digit of the id taken for its time',
    { videoId: 'a', expires: '11795253401', token: sign('a1', '1795253401') },
  ],
])('refused: a token %s', (_case, grant) => {
  expect(isGranted(grant, KEY, NOW)).toBe(false)
})

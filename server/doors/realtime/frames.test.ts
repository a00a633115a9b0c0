import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame, type SocketFrame } from './frames.ts'

/** Names with a special meaning in JavaScript are dropped on the way in. */
const key = fc.string().filter((name) => !['__proto__', 'prototype', 'constructor'].includes(name))
const frame = fc.record({
  joinRef: fc.option(fc.string()),
  ref: fc.option(fc.string()),
  topic: fc.string(),
  event: fc.string(),
  payload: fc.dictionary(key, fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value))),
}) as fc.Arbitrary<SocketFrame>

describe('frames', () => {
  test('come back as they went', () => {
    fc.assert(
      fc.property(frame, (sent) => {
        expect(decodeFrame(encodeFrame(sent))).toEqual(sent)
      }),
    )
  })

  test('absent refs and payloads are taken as none', () => {
    const expected = { joinRef: null, ref: null, topic: 't', event: 'e', payload: {} }
    expect(decodeFrame('[null,null,"t","e",{}]')).toEqual(expected)
  })

  test.each([
    '',
    'null',
    '[]',
    '["1","1","t"]',
    '[1,1,"t","e",{}]',
    '[null,null,"t\\u0000","e",{}]',
    '[null,null,"t","e",{"table":"\\ud800"}]',
    `[null,null,"t","e",{"a":${'['.repeat(100)}${']'.repeat(100)}}]`,
    '[null,null,"t","e","x"]',
    // The older protocol.
    '{"topic":"t","event":"e","payload":{},"ref":"1"}',
  ])('%s is none', (text) => {
    expect(decodeFrame(text)).toBeNull()
  })

  test('noise is no frame, and no fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (noise, json) => {
        decodeFrame(noise)
        decodeFrame(JSON.stringify(json))
      }),
    )
  })
})

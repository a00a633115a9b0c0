import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame, type Frame, isVersion } from './frames.ts'

/** Names with a special meaning in JavaScript are dropped on the way in. */
const key = fc.string().filter((name) => !['__proto__', 'prototype', 'constructor'].includes(name))
const frame = fc.record({
  joinRef: fc.option(fc.string()),
  ref: fc.option(fc.string()),
  topic: fc.string(),
  event: fc.string(),
  payload: fc.dictionary(key, fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value))),
}) as fc.Arbitrary<Frame>

describe('frames', () => {
  test.each(['1.0.0', '2.0.0'] as const)('come back as they went, in version %s', (version) => {
    fc.assert(
      fc.property(frame, (sent) => {
        expect(decodeFrame(version, encodeFrame(version, sent))).toEqual(sent)
      }),
    )
  })

  test('absent refs and payloads are taken as none', () => {
    const expected = { joinRef: null, ref: null, topic: 't', event: 'e', payload: {} }
    expect(decodeFrame('1.0.0', '{"topic":"t","event":"e"}')).toEqual(expected)
    expect(decodeFrame('2.0.0', '[null,null,"t","e",{}]')).toEqual(expected)
  })

  test.each([
    ['1.0.0', ''],
    ['1.0.0', 'null'],
    ['1.0.0', '[]'],
    ['1.0.0', '{"topic":"t"}'],
    ['1.0.0', '{"topic":1,"event":"e"}'],
    ['1.0.0', '{"topic":"t\\u0000","event":"e"}'],
    ['1.0.0', '{"topic":"t","event":"e","payload":{"table":"\\ud800"}}'],
    ['2.0.0', `[null,null,"t","e",{"a":${'['.repeat(100)}${']'.repeat(100)}}]`],
    ['1.0.0', '{"topic":"t","event":"e","payload":"x"}'],
    ['2.0.0', '{"topic":"t","event":"e"}'],
    ['2.0.0', '["1","1","t"]'],
    ['2.0.0', '[1,1,"t","e",{}]'],
  ] as const)('in version %s, %s is none', (version, text) => {
    expect(decodeFrame(version, text)).toBeNull()
  })

  test('there are two versions', () => {
    expect(['1.0.0', '2.0.0', '3.0.0', '', '__proto__'].map(isVersion)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('noise is no frame, and no fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (noise, json) => {
        decodeFrame('1.0.0', noise)
        decodeFrame('2.0.0', JSON.stringify(json))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatLrc, lineAt, parseLrc, TIMED_LINES_MAX } from './timed-lyrics.ts'

describe('an LRC file', () => {
  test('gives its lines in the order in which they are sung', () => {
    const file =
      '\uFEFF[ar:Nara Vidal]\r\n[ti: Janela]\r\n[00:12.50] Três da  manhã\r\n[00:40.1][00:08]Acesa\n[01:02.345]\n\nsem tempo'
    expect(parseLrc(file)).toEqual([
      { at: 8, text: 'Acesa' },
      { at: 12.5, text: 'Três da manhã' },
      { at: 40.1, text: 'Acesa' },
      { at: 62.345, text: '' },
    ])
  })

  test('may move all lines, and stamp single words', () => {
    expect(parseLrc('[offset:+500]\n[00:02.00]<00:02.00>um <00:02.40>dois\n[00:00.10]já')).toEqual([
      { at: 0, text: 'já' },
      { at: 1.5, text: 'um dois' },
    ])
  })

  test('is refused without stamps, and where it is too long', () => {
    for (const text of ['', 'só palavras', '[ar:x]', '[00:99.00]x', `[00:01]${'a'.repeat(301)}`])
      expect(parseLrc(text)).toBeNull()
    expect(parseLrc('[00:01]a\n'.repeat(TIMED_LINES_MAX))).toHaveLength(TIMED_LINES_MAX)
    expect(parseLrc('[00:01]a\n'.repeat(TIMED_LINES_MAX + 1))).toBeNull()
  })

  test('that was written is read as it was', () => {
    const line = fc.record({
      at: fc.integer({ min: 0, max: 5_999_999 }).map((thousandths) => thousandths / 1000),
      text: fc.constantFrom('', 'a', 'Três da manhã', '[entre colchetes]'),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const sung = lines.toSorted((one, other) => one.at - other.at)
        expect(parseLrc(formatLrc(sung))).toEqual(sung)
      }),
    )
  })
})

test('a line is sung from its instant until the next', () => {
  const lines = [1, 2, 2, 5].map((at) => ({ at, text: '' }))
  expect([0, 0.99, 1, 1.5, 2, 4.9, 5, 100].map((seconds) => lineAt(lines, seconds))).toEqual([
    -1, -1, 0, 0, 2, 2, 3, 3,
  ])
  expect(lineAt([], 3)).toBe(-1)
})

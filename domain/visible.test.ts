import { expect, test } from 'vitest'
import { isVisible, withoutUnseen } from './visible.ts'

test.each([
  ['entre em \u202emoc.eplog\u202c \u2067já', 'entre em moc.eplog já'],
  ['pa\u200bga\u200cmen\u200dto\ufeff', 'pagamento'],
  ['a\u{1d173}b\u{1bca0}', 'ab'],
  ['a\u00adb\u2060c\u180ed\u034fe', 'abcde'],
  ['Olá\u{e0068}\u{e0069}', 'Olá'],
  ['pa\u001b[2Jgo\u0008\u007f\u0085', 'pa[2Jgo'],
  ['o\u3164i\uffa0!\u2800\u17b4\u115f', 'oi!'],
  ['um\u2028dois\u2029', 'umdois'],
  ['a\ufe00b\ufe0dc\u{e0100}d\u{e01ef}', 'abcd'],
  ['linha um\n\tlinha dois', 'linha um\n\tlinha dois'],
  ['família 👨‍👩‍👧, 👩🏽‍🚀 e 🏳️‍🌈', 'família 👨‍👩‍👧, 👩🏽‍🚀 e 🏳️‍🌈'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 e ❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 e ❤️‍🔥'],
  ['👨\u200d\u200d👩 \u200d👩 👩\u200d', '👨👩 👩 👩'],
])('%j is kept as %j', (typed, kept) => expect(withoutUnseen(typed)).toBe(kept))

test('what says nothing is nothing to read', () => {
  expect(isVisible('\u200b\u202e \u2800')).toBe(false)
  expect(isVisible(' x ')).toBe(true)
})

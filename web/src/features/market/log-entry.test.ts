import { expect, test } from 'vitest'
import { readLogEntry } from './log-entry.ts'

const at = '2026-11-21T10:00:00.000000Z'

test.each([
  [
    `{"seq":1,"kind":"bid","at":"${at}","bid":7,"fan":"0f3a","amount":2500}`,
    { key: 'bid', bid: 7, fan: '0f3a', amount: 2500 },
  ],
  [
    `{"seq":2,"kind":"sale","at":"${at}","unit":3,"freed":"${at}","bid":7,"amount":2500}`,
    { key: 'sale', unit: 3, bid: 7, amount: 2500 },
  ],
  [`{"seq":3,"kind":"free","at":"${at}","unit":3,"freed":"${at}"}`, { key: 'free', unit: 3 }],
  [`{"seq":4,"kind":"release","at":"${at}","bid":7,"why":"closed"}`, { key: 'release', bid: 7 }],
  [`{"seq":5,"kind":"pause","at":"${at}"}`, { key: 'pause' }],
  [`{"seq":6,"kind":"resume","at":"${at}"}`, { key: 'resume' }],
])('%s', (body, says) => {
  expect(readLogEntry({ body })).toMatchObject({ at, says })
})

test.each(['not json', '7', 'null', '{"kind":"later"}'])('%j is shown as it stands', (body) => {
  expect(readLogEntry({ body })).toEqual({ at: null, says: { key: 'other', body } })
})

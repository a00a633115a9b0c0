import { expect, test } from 'vitest'
import { chargeCode } from './br-code.ts'

const RECEIVER = { name: 'Associação Maré Cheia de Música Brasileira', city: 'São Paulo' }

test('a charge’s code says where it lies, who receives, and closes with its checksum', () => {
  expect(chargeCode('pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002', RECEIVER)).toBe(
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002' +
      '5204000053039865802BR5925Associacao Mare Cheia de 6009Sao Paulo62070503***6304AB01',
  )
})

test.each([
  ['no location', undefined],
  ['an empty one', ''],
  ['one that is too long for a code', 'x'.repeat(78)],
])('there is no code of %s', (_name, location) => {
  expect(chargeCode(location, RECEIVER)).toBeNull()
})

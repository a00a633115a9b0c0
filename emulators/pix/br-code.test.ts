import { expect, it } from 'vitest'
import { brCode, crc16, readBrCode, readFields } from './br-code.ts'

/** The example of the Banco Central's "Manual de Padrões para Iniciação do Pix". */
const MANUAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

it('builds the example of the manual to the letter', () => {
  const code = brCode({
    chave: '123e4567-e12b-12d1-a456-426655440000',
    name: 'Fulano de Tal',
    city: 'BRASILIA',
  })
  expect(code).toBe(MANUAL)
})

it('checks as CRC-16/CCITT-FALSE does', () => {
  expect(crc16('123456789')).toBe('29B1')
  expect(crc16('')).toBe('FFFF')
})

it('names the charge, the amount, and a receiver without accents in the room there is', () => {
  const code = brCode({
    location: 'pix.example.com/qr/v2/0f0e',
    valor: '21.19',
    name: 'Associação Maré Cheia de Música Brasileira',
    city: 'São Paulo',
    txid: '0f'.repeat(16),
  })
  const fields = readBrCode(code)
  expect(readFields(fields.get('26') ?? '').get('25')).toBe('pix.example.com/qr/v2/0f0e')
  expect(fields.get('54')).toBe('21.19')
  expect(fields.get('59')).toBe('Associacao Mare Cheia de ')
  expect(fields.get('60')).toBe('Sao Paulo')
  expect(readFields(fields.get('62') ?? '').get('05')).toBe('0f'.repeat(16))
})

it('notices one changed character, and a field that is cut off', () => {
  expect(() => readBrCode(MANUAL.replace('Fulano', 'Fulana'))).toThrow('checksum')
  const cut = MANUAL.slice(0, 40)
  expect(() => readBrCode(`${cut}${crc16(cut)}`)).toThrow('cut off')
})

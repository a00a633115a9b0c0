import { expect, test } from 'vitest'
import { rankOf } from './use-palette-groups.ts'

test('whoever has that first name comes first, then whole words, beginnings and parts', () => {
  const names = ['Mariana Dias', 'Anabela Reis', 'Bruna Ana Sá', 'Ana Souza', 'Luana']
  expect(names.toSorted((one, other) => rankOf(one, 'ana') - rankOf(other, 'ana'))).toEqual([
    'Ana Souza',
    'Bruna Ana Sá',
    'Anabela Reis',
    'Mariana Dias',
    'Luana',
  ])
})

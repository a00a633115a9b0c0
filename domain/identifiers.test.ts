import { expect, test } from 'vitest'
import { identifiersIn } from './identifiers.ts'

test('a text is read as each thing that it may name', () => {
  const nothing = {
    cpf: null,
    phone: null,
    wallets: null,
    uid: null,
    uids: null,
    hash: null,
    providerId: null,
    pixKeys: [],
  }
  expect(identifiersIn(' 529.982.247-25 ')).toEqual({
    ...nothing,
    cpf: '52998224725',
    pixKeys: ['52998224725'],
  })
  expect(identifiersIn('(11) 98765-4321')).toEqual({
    ...nothing,
    phone: '+5511987654321',
    pixKeys: ['+5511987654321'],
  })
  const wallet = `0x${'a'.repeat(40)}`
  expect(identifiersIn(`0x${'A'.repeat(40)}`)).toMatchObject({
    wallets: { first: wallet, last: wallet },
    hash: null,
  })
  expect(identifiersIn(`0x${'B'.repeat(64)}`)).toMatchObject({ hash: `0x${'b'.repeat(64)}`, wallets: null })
  const uid = '3F2504E0-4F89-41D3-9A0C-0305E82C3301'
  expect(identifiersIn(uid)).toMatchObject({ uid: uid.toLowerCase(), pixKeys: [uid.toLowerCase()] })
  expect(identifiersIn('pi_3Nabc')).toEqual({ ...nothing, providerId: 'pi_3Nabc' })
  expect(identifiersIn('Ana@Tune.Test')).toEqual({ ...nothing, pixKeys: ['ana@tune.test'] })
  expect(identifiersIn('Ana Prado')).toEqual(nothing)
})

test('the beginning of a number names all that begin so, from eight digits on', () => {
  expect(identifiersIn('3F2504E0').uids).toEqual({
    first: '3f2504e0-0000-0000-0000-000000000000',
    last: '3f2504e0-ffff-ffff-ffff-ffffffffffff',
  })
  expect(identifiersIn('3f2504e0-4f8').uids).toEqual({
    first: '3f2504e0-4f80-0000-0000-000000000000',
    last: '3f2504e0-4f8f-ffff-ffff-ffffffffffff',
  })
  expect(identifiersIn('0xAb12').wallets).toEqual({
    first: `0xab12${'0'.repeat(36)}`,
    last: `0xab12${'f'.repeat(36)}`,
  })
  expect(identifiersIn('0xab1').wallets).toBeNull()
  for (const text of ['3f2504e', '3f2504e04f89', '3f2504e0_4f89', 'Ana Prado'])
    expect(identifiersIn(text).uids).toBeNull()
})

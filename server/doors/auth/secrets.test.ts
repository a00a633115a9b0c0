import { expect, test } from 'vitest'
import { decrypt, encrypt, keyedDigest } from './secrets.ts'

test('what is encrypted can be read with the same key only', () => {
  const sealed = encrypt('secret', 'factor secrets', 'JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(decrypt('secret', 'factor secrets', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(() => decrypt('another', 'factor secrets', sealed)).toThrow()
  expect(() => decrypt('secret', 'mailed codes', sealed)).toThrow()
  const altered = Buffer.from(sealed, 'base64')
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1)
  expect(() => decrypt('secret', 'factor secrets', altered.toString('base64'))).toThrow()
})

test('each purpose has a key of its own', () => {
  const digests = (['refresh tokens', 'mailed codes', 'factor secrets'] as const).map((purpose) =>
    keyedDigest('secret', purpose, 'message').toString('hex'),
  )
  expect(new Set(digests).size).toBe(3)
})

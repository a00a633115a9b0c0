import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipBeginning, zipWith } from './gzip.ts'

test('whatever follows a compressed beginning is unpacked with it', async () => {
  for (const text of ['', 'a', 'é“🎶”'.repeat(30_000), crypto.randomUUID().repeat(2)]) {
    const beginning = await zipBeginning(text)
    for (const rest of ['', '}', '"mine":null 🎶}', 'x'.repeat(65_535)])
      expect(gunzipSync(zipWith(beginning, rest)).toString()).toBe(text + rest)
    expect(() => zipWith(beginning, 'x'.repeat(65_536))).toThrow(RangeError)
  }
})

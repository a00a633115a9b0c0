import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Written } from './written.ts'

test('what is put together of written parts reads as the whole does, zipped too', async () => {
  const rows = [{ name: 'Trio “Neblina”, \u2028 \\ "ao vivo" 🎶' }, { name: '' }]
  for (const data of [rows, []]) {
    const shared = Written.list(data.map((row) => Written.of(row))).and(Written.of({ next: null }))
    for (const own of [{ mine: { id: 1 }, 'a }': '{' }, { mine: null }]) {
      const whole = shared.and(Written.of(own))
      expect(JSON.parse(whole.text)).toEqual({ data, next: null, ...own })
      expect(gunzipSync(await whole.zipped()).toString()).toBe(whole.text)
    }
    expect(gunzipSync(await shared.zipped()).toString()).toBe(shared.text)
  }
})

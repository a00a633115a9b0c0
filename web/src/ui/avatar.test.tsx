import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Avatar } from './avatar.tsx'

vi.mock('../lib/config.ts', () => ({ config: () => ({ url: 'https://tune.test' }) }))

test.each([
  ['https://lh3.googleusercontent.com/a', 'https://lh3.googleusercontent.com/a'],
  [
    'https://before.test/storage/v1/object/public/images/profile/a.png',
    'https://tune.test/storage/v1/object/public/images/profile/a.png',
  ],
  ['https://1.2.3.4.bc.googleusercontent.com/x.png', null],
  ['https://tune.test/storage/v1/object/public/images/../../../../x', null],
  [null, null],
])('whoever has the portrait %s stored is shown with %s', (stored, shown) => {
  const html = renderToStaticMarkup(<Avatar name="Ana" src={stored} />)
  expect(html.match(/src="([^"]+)"/)?.[1] ?? null).toBe(shown)
})

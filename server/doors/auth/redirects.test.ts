import { expect, test } from 'vitest'
import { isPermitted, withFragment, withQuery } from './redirects.ts'

const LIST = ['https://*.tune.test/**', 'https://tune.test/callback?from=*', 'tune://signed-in']

test.each<[string, boolean, string?]>([
  ['http://localhost:3000/reset-password', true],
  ['http://localhost:3000', true],
  ['http://localhost:5173/anything', true, 'the port does not matter on loopback'],
  ['http://127.0.0.1:9999/', true, 'a native application listens there'],
  ['http://[::1]:9999/', true],
  ['https://localhost/', false, 'another scheme'],
  ['http://localhost.evil.test/', false],
  ['http://localhost:3000@evil.test/', false, 'that is a user name'],
  ['http://10.0.0.1/', false],
  ['https://app.tune.test/a/b.html', true],
  ['https://app.tune.test/a#fragment', true, 'the fragment is not compared'],
  ['https://a.b.tune.test/', false, '* stops at a dot'],
  ['https://evil.test/.tune.test/', false, '* stops at a slash'],
  ['https://tune.test/callback?from=mail', true],
  ['https://tune.test/callback/from=mail', false, '? stops at a slash'],
  ['https://tuneXtest/callback?from=mail', false, 'a dot is a dot'],
  ['tune://signed-in', true],
  ['javascript:alert(1)', false],
  ['http://localhost:3000/\r\nset-cookie: a=b', false, 'no header can carry it'],
  ['http://localhost:3000/\0', false, 'nor can a column'],
  ['http://localhost:3000\\@evil.test/', false, 'some read another host'],
  ['/relative', false],
  ['', false],
])('%s: %s (%s)', (address, permitted) => {
  expect(isPermitted(address, 'http://localhost:3000', LIST)).toBe(permitted)
})

test('an address of absurd length is not even looked at', () => {
  expect(isPermitted(`http://localhost:3000/${'a'.repeat(2048)}`, 'http://localhost:3000', [])).toBe(false)
})

test('on a public site the port counts', () => {
  expect(isPermitted('https://tune.app:8443/', 'https://tune.app', [])).toBe(false)
  expect(isPermitted('https://tune.app/x', 'https://tune.app', [])).toBe(true)
  for (const address of ['http://127.0.0.1:9999/', 'http://[::1]/', 'http://localhost:3000/'])
    expect(isPermitted(address, 'https://tune.app', [])).toBe(false)
  expect(isPermitted('http://127.0.0.1:9999/x', 'https://tune.app', ['http://127.0.0.1:*/**'])).toBe(true)
})

test('parameters replace a fragment and join a query', () => {
  const parameters = new URLSearchParams({ code: 'a b' })
  expect(withFragment('https://x.test/?q=1#old', parameters)).toBe('https://x.test/?q=1#code=a+b')
  expect(withQuery('https://x.test/?q=1#old', parameters)).toBe('https://x.test/?q=1&code=a+b')
  expect(withQuery('https://x.test/', parameters)).toBe('https://x.test/?code=a+b')
})

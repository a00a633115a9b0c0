import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { addressOf, siteOf, trustProxies } from './client-address.ts'

afterEach(() => trustProxies([]))

const from = (remoteAddress: string, forwardedFor?: string) =>
  addressOf({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwardedFor },
  } as unknown as IncomingMessage)

test('nobody names an address where no proxy was named, not on this machine either', () => {
  for (const peer of ['127.0.0.1', '::1', '203.0.113.9']) expect(from(peer, '203.0.113.1')).toBe(peer)
  expect(from('::ffff:127.0.0.1', '203.0.113.1')).toBe('127.0.0.1')
})

test('the last address that a proxy names counts; nobody else may name one', () => {
  trustProxies(['127.0.0.1', '::1'])
  expect(from('127.0.0.1', '203.0.113.1, 203.0.113.2')).toBe('203.0.113.2')
  expect(from('::1', '203.0.113.1')).toBe('203.0.113.1')
  expect(from('203.0.113.9', '203.0.113.1')).toBe('203.0.113.9')
  expect(from('127.0.0.1')).toBe('127.0.0.1')
})

test('proxies on other machines are believed where their networks are named, in either form of their address', () => {
  trustProxies(['10.1.0.0/16', 'fd00:1::/32', '192.0.2.7'])
  for (const peer of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::9', '192.0.2.7'])
    expect(from(peer, '203.0.113.1')).toBe('203.0.113.1')
  for (const peer of ['10.2.0.1', '192.0.2.8', '127.0.0.1']) expect(from(peer, '203.0.113.1')).toBe(peer)
  expect(from('fd00:2::9', '203.0.113.1')).toBe('fd00:2::')
})

test.each([
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::'],
  ['2001:DB8:0:1::5', '2001:db8:0:1::'],
  ['2001:db8::5', '2001:db8::'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::2', '::'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['0:0::1', '::1'],
])('whoever has a whole network of IPv6 is one caller: %s', (address, network) => {
  trustProxies(['127.0.0.1'])
  expect(from(address)).toBe(network)
  expect(from('127.0.0.1', address)).toBe(network)
})

test.each([
  ...['unknown', '::ffff:999.1.1.1', 'a:b', '', '127.000.000.001', '0x7f.1', '203.0.113.1:1234'],
  ...['[2001:db8::1]:22', '2130706433', '203.0.113.1/8'],
])('what is no address is nobody’s: the proxy itself counts: %s', (text) => {
  trustProxies(['127.0.0.1'])
  expect(from('127.0.0.1', text)).toBe('127.0.0.1')
})

test('a site is the /48 of an IPv6 network', () => {
  expect(siteOf('2001:db8:99:1::')).toBe('2001:db8:99::')
  expect(siteOf('2001:db8::')).toBe('2001:db8::')
  expect([siteOf('203.0.113.7'), siteOf(crypto.randomUUID()), siteOf('unknown')]).toEqual([null, null, null])
})

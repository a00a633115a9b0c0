/** Push messages are encrypted as RFC 8291 requires, byte for byte. */
import { expect, test } from 'vitest'
import { createPushBrowser } from '../../testing/push-browser.ts'
import { encryptPush, isUsable, MAX_TEXT_BYTES } from './push-encryption.ts'

/** RFC 8291, section 5 and appendix A. */
const PUBLISHED = {
  text: 'When I grow up, I want to be a watermelon',
  browser: { privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
  server: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the published example comes out', () => {
  const browser = createPushBrowser(PUBLISHED.browser)
  const message = encryptPush(PUBLISHED.text, browser.keys, {
    salt: Buffer.from(PUBLISHED.salt, 'base64url'),
    privateKey: Buffer.from(PUBLISHED.server, 'base64url'),
  })
  expect(message.toString('base64url')).toBe(PUBLISHED.message)
})

test('the longest message fits a push service, and a longer one is refused', () => {
  const browser = createPushBrowser()
  const text = 'ç'.repeat((MAX_TEXT_BYTES - 1) / 2)
  const message = encryptPush(`${text}!`, browser.keys)
  expect(message.length).toBeLessThanOrEqual(4096)
  expect(browser.read(message)).toBe(`${text}!`)
  expect(() => encryptPush(`${text}!!`, browser.keys)).toThrow('bytes')
})

test('keys that no browser has are known as such', () => {
  const { keys } = createPushBrowser()
  expect(isUsable(keys)).toBe(true)
  expect(isUsable({ ...keys, auth: 'AAAA' })).toBe(false)
  expect(isUsable({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
  expect(isUsable({ ...keys, p256dh: 'não é chave' })).toBe(false)
})

/** The pull zone refuses what Bunny is documented to refuse, by its own vectors. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { pathBehind } from './cdn.ts'

const KEY = 'SecurityKey'
const EXPIRES = 1_598_024_587
const BEFORE = EXPIRES * 1000 - 1

test('a vector of Bunny’s own is let in, until its second', () => {
  // github.com/BunnyWay/BunnyCDN.TokenAuthentication, e2e/vectors.json, `path_only`, as a directory token.
  const signed = (path: string) =>
    `/bcdn_token=HS256-uVZvT3SbEoVKYJyDJgbcsDmSFf73cv-uNUVaJiKWpbQ&token_path=%2Fabc&expires=${EXPIRES}${path}`
  expect(pathBehind(signed('/abc/300kb.jpg'), KEY, BEFORE)).toBe('/abc/300kb.jpg')
  expect(pathBehind(signed('/abc/300kb.jpg'), KEY, EXPIRES * 1000)).toBeNull()
  expect(pathBehind(signed('/other/300kb.jpg'), KEY, BEFORE)).toBeNull()
  expect(pathBehind(signed('/abc/300kb.jpg'), 'another', BEFORE)).toBeNull()
  expect(pathBehind(signed('/abc/1.ts').replace('%2Fabc', '%2F'), KEY, BEFORE)).toBeNull()
  expect(
    pathBehind(signed('/abc/1.ts').replace(String(EXPIRES), String(EXPIRES + 1)), KEY, BEFORE),
  ).toBeNull()
})

test('without a token nothing is let in', () => {
  for (const path of ['/abc/1.ts', '', '/bcdn_token=&expires=9999999999/abc/1.ts'])
    expect(pathBehind(path, KEY, BEFORE)).toBeNull()
})

test('a token of one file is good for that file alone', () => {
  const digest = createHmac('sha256', KEY).update(`/abc/1.ts${EXPIRES}`).digest('base64url')
  const signed = (path: string) => `/bcdn_token=HS256-${digest}&expires=${EXPIRES}${path}`
  expect(pathBehind(signed('/abc/1.ts'), KEY, BEFORE)).toBe('/abc/1.ts')
  expect(pathBehind(signed('/abc/2.ts'), KEY, BEFORE)).toBeNull()
})

import { expect, test } from 'vitest'
import { share } from './share.ts'

const link = { title: 'Noite alta', text: 'Leilão', url: 'https://tune.example/auction/1' }
const refuse = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))

test('hands the link over, or copies it, or says that it cannot', async () => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  expect(await share({ share: async () => {}, clipboard }, link)).toBe('shared')
  expect(await share({ share: refuse('AbortError'), clipboard }, link)).toBe('shared')
  expect(copied).toEqual([])
  expect(await share({ share: refuse('NotAllowedError'), clipboard }, link)).toBe('copied')
  expect(await share({ clipboard }, link)).toBe('copied')
  expect(copied).toEqual([link.url, link.url])
  expect(await share({ clipboard: { writeText: refuse('NotAllowedError') } }, link)).toBe('unsupported')
  expect(await share({}, link)).toBe('unsupported')
})

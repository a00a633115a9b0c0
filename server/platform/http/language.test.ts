import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { askedLanguage, languageOf } from './language.ts'

const app = new Hono().get('/', (c) => c.json([askedLanguage(c), languageOf(c)]))

test.each([
  ['en;q=0.1,pt;q=0.9', 'pt', 'pt'],
  ['en;q=0.1, pt-BR ; q=0.9', 'pt', 'pt'],
  ['pt;q=0, en', 'en', 'en'],
  ['en;q=0', null, 'pt'],
  ['de, pt;q=0.5', 'pt', 'en'],
  ['de', null, 'en'],
  ['en-GB,en;q=0.9,pt;q=0.8', 'en', 'en'],
  ['*', null, 'pt'],
  ['', null, 'pt'],
  [';;q=,=,', null, 'pt'],
  ['en;q=nonsense', 'en', 'en'],
  ['en;q=0.0.1, pt;q=0.2', 'pt', 'pt'],
])('a request for %j asks for %s and reads %s', async (header, asked, read) => {
  const answer = await app.request('/', { headers: { 'accept-language': header } })
  expect(await answer.json()).toEqual([asked, read])
})

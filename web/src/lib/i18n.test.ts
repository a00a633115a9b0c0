/** Checks that the i18n library got the settings of the specification, section 9. */
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { i18n, startI18n } from './i18n.ts'
import { periodInWords } from './period.ts'

const FOLDER = new URL('../../../i18n/', import.meta.url)

const asked: string[] = []
beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' })
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const [file = ''] = /\w+\/[\w-]+\.json/.exec(address) ?? []
    return new Response(await readFile(new URL(file, FOLDER)))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('names stay as they are written, nothing is logged or reported, and a lost file is asked for five times', async () => {
  const logged = vi.spyOn(console, 'log')
  await startI18n('Tune')
  await i18n.changeLanguage('pt')
  await i18n.loadNamespaces('layout')
  expect(i18n.t('layout:greeting', { nickname: 'Rosa & <Léo>' })).toBe('Olá, Rosa & <Léo>')
  expect(document.documentElement.lang).toBe('pt-BR')
  const before = asked.length
  expect(i18n.t('not.there' as 'retry')).toBe('not.there')
  expect(asked).toHaveLength(before)
  expect(i18n.options).toMatchObject({
    debug: false,
    saveMissing: false,
    maxRetries: 5,
    retryTimeout: 350,
    maxParallelReads: 10,
  })
  expect(logged).not.toHaveBeenCalled()
})

test.each([
  [3600, '1 hora', '1 hour'],
  [1800, '0,5 hora', '0.5 hour'],
  [5400, '1,5 horas', '1.5 hours'],
  [7200, '2 horas', '2 hours'],
  [60, '1 minuto', '1 minute'],
  [1200, '20 minutos', '20 minutes'],
  [90, '90 segundos', '90 seconds'],
])('%i seconds are %s', async (seconds, portuguese, english) => {
  if (!i18n.isInitialized) await startI18n('Tune')
  for (const [language, words] of [
    ['pt', portuguese],
    ['en', english],
  ] as const) {
    await i18n.changeLanguage(language)
    expect(periodInWords(seconds)).toBe(words)
  }
})

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { i18n, startI18n } from './i18n.ts'
import { tableFault } from './table-fault.ts'

const FOLDER = new URL('../../../i18n/', import.meta.url)
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' })
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('fetch', async (address: string) => {
    const [file = ''] = /\w+\/[\w-]+\.json/.exec(address) ?? []
    return new Response(await readFile(new URL(file, FOLDER)))
  })
  await startI18n('Tune')
  await i18n.changeLanguage('pt')
})
afterAll(() => vi.unstubAllGlobals())

test('what a door says in English is said in the reader’s language, by its code', async () => {
  const said = (code?: string) => tableFault({ ...(code && { code }) }).message
  expect(said('42501')).toBe('Sua conta não permite isto agora. Entre novamente.')
  expect(said('PGRST303')).toBe('Sua sessão terminou. Entre novamente.')
  for (const code of ['PT429', 'too_many_requests', 'over_request_rate_limit'])
    expect(said(code)).toBe('Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.')
  expect(said('23505')).toBe('Outra conta já usa um destes dados.')
  expect(said('22001')).toContain('(código 22001)')
  expect(said()).toMatch(/Confira sua conexão/)
  await i18n.changeLanguage('en')
  expect(said('PT429')).toBe('Too many attempts in a short time. Wait a minute and try again.')
  await i18n.changeLanguage('pt')
})

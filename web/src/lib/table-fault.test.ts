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

test('no policy is named and no token explained; what the database says to people is said', () => {
  const said = (code: string, message: string) => tableFault({ code, message }).message
  const policy = 'new row violates row-level security policy "second_factor" for table "support_requests"'
  expect(said('42501', policy)).toBe('Sua conta não permite isto agora. Entre novamente.')
  expect(said('PGRST303', 'JWT expired')).toBe('Sua sessão terminou. Entre novamente.')
  expect(said('P0001', 'Escolha outro nome.')).toBe('Escolha outro nome.')
  expect(tableFault({ message: 'Failed to fetch' }).message).toMatch(/Confira sua conexão/)
})

/** The announcements of a fan's own bids. */
import { readFile } from 'node:fs/promises'
import { QueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { i18n } from '../../lib/i18n.ts'
import { announceBids } from './bids.ts'

vi.mock('react-hot-toast', () => ({ default: vi.fn() }))

const textsOf = async (feature: string) =>
  JSON.parse(await readFile(new URL(`../../../../i18n/pt/${feature}.json`, import.meta.url), 'utf8'))

beforeEach(async () => {
  // Nothing is known of any bid yet, and the rows have been read.
  vi.stubGlobal('sessionStorage', { getItem: () => '{}', setItem: () => undefined })
  const [common, live] = await Promise.all([textsOf('common'), textsOf('live')])
  await i18n.init({ lng: 'pt', resources: { pt: { common, live } }, defaultNS: 'common' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test.each([
  ['failed', 'Falha'],
  ['winner', 'Lance ganhador'],
  ['bided', 'Lance enviado'],
  ['pending-cancel', 'Processando cancelamento'],
])('a bid that is %s: “%s”', (status, words) => {
  const announcer = announceBids('ana', new QueryClient())
  announcer.receive({ id: 7, status: 'pending', tx_hash: null })
  expect(toast).not.toHaveBeenCalled()
  announcer.receive({ id: 7, status, tx_hash: null })
  expect(toast).toHaveBeenCalledExactlyOnceWith(`Seu lance foi atualizado: ${words}`, { id: 'bid-7' })
})

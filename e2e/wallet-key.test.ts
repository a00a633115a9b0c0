/** Where the house keeps the fans' keys, a fan may take theirs along. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { seal, writeSealed } from '../server/platform/keys/sealed-file.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, mailTo, PASSWORD, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { enter, newFan, openProfile } from './people.ts'
import { moveToSecondServer } from './second-server.ts'

const CUSTODIAN_PASSPHRASE = 'an owl, a lamp, a river, a stone'

let folder: string
let endServer: () => Promise<void>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-seed-'))
  const CUSTODIAN_FILE = join(folder, 'seed.json')
  await writeSealed(CUSTODIAN_FILE, await seal('fans-seed', randomBytes(64), CUSTODIAN_PASSPHRASE), false)
  endServer = await moveToSecondServer({ CUSTODIAN: 'built-in', CUSTODIAN_FILE, CUSTODIAN_PASSPHRASE })
})
test.afterAll(async () => {
  await endServer()
  await rm(folder, { recursive: true, force: true })
})

test('the key is shown after a proof, once, and a mail says so', async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /status of 403/ })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  await openProfile(page)
  await page.getByRole('link', { name: 'Segurança da conta' }).click()
  const section = page.getByRole('region', { name: '_sua carteira' })
  await section.getByRole('button', { name: 'Ver a chave da carteira' }).click()
  const dialog = page.getByRole('dialog', { name: '_chave da carteira' })
  await dialog.getByText('Ela não move seu saldo', { exact: false }).waitFor()
  await expectAccessible(page, 'wallet key')
  await shot(page, 'wallet-key-phone')
  await withDatabase(
    (sql) => sql`
      update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'
      where session_id in (select id from auth.sessions where user_id = ${fan.uid})`,
  )
  await dialog.getByRole('button', { name: 'Mostrar minha chave' }).click()
  await page.getByRole('dialog', { name: '_confirme que é você' }).getByLabel('Sua senha').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const key = await dialog.getByText(/^0x[0-9a-f]{64}$/).innerText()
  const address = await dialog.getByText(/^0x[0-9a-fA-F]{40}$/).innerText()
  expect(privateKeyToAddress(key as Hex)).toBe(address)
  const [row] = await withDatabase((sql) => sql`select wallet from users where uid = ${fan.uid}`)
  expect(row?.wallet).toBe(address)
  await expectAccessible(page, 'wallet key shown')
  await shot(page, 'wallet-key-shown-phone')
  await dialog.getByRole('button', { name: 'Já guardei' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(key)
  const mail = await mailTo(fan.email, /A chave da sua carteira foi mostrada/)
  expect(mail.text).toContain(address)
  expect(mail.text).not.toContain(key)

  // Opened again, it does not show the key by itself.
  await section.getByRole('button', { name: 'Ver a chave da carteira' }).click()
  await dialog.getByRole('button', { name: 'Mostrar minha chave' }).waitFor()
  expect(await dialog.getByText(/^0x[0-9a-f]{64}$/).count()).toBe(0)
  await visitor.end()
})

test('in English, at a desk', RELEASE, async () => {
  const fan = await newFan({ language: 'en' })
  const visitor = await visit({ viewport: DESKTOP, locale: 'en-US' })
  const { page } = visitor
  await enter(page, fan, '/shelf/security')
  await page.getByRole('button', { name: 'See the key of the wallet' }).click()
  const dialog = page.getByRole('dialog', { name: '_wallet key' })
  await dialog.getByRole('button', { name: 'Show my key' }).click()
  await dialog.getByText(/^0x[0-9a-f]{64}$/).waitFor()
  await shot(page, 'wallet-key-shown-desktop')
  await visitor.end()
})

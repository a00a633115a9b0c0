/** A mailbox that does not exist: what was sent comes back, and its owner is told where they will see it. */
import { expectFitting } from './accessibility.ts'
import { newProject } from './auctions.ts'
import {
  DESKTOP,
  expect,
  PASSWORD,
  PHONE,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { buyWithBalance, enter, newFan, newNickname } from './people.ts'

for (const [language, said] of [
  ['pt', 'essa caixa de entrada não existe'],
  ['en', 'there is no such mailbox'],
] as const)
  test(
    `mails that come back are told by the bell, which leads to changing the address: ${language}`,
    RELEASE,
    async () => {
      const fan = await newFan({ centavos: 3000, language })
      const address = `returned.${fan.email}`
      await withDatabase((sql) => sql`update users set email = ${address} where uid = ${fan.uid}`)
      const { uid } = await newProject({ supply: 1, price: 1000 })
      const visitor = await visit({ locale: language === 'pt' ? 'pt-BR' : 'en-GB' })
      const { page } = visitor
      await enter(page, fan, '/statement')
      // The purchase's mail goes out, comes back, and the bell says so.
      await buyWithBalance(fan, uid)
      await page.getByRole('button', { name: language === 'pt' ? /Notificações/ : /Notifications/ }).click()
      const notice = page.getByRole('dialog').getByText(said, { exact: false }).first()
      await notice.waitFor({ timeout: 120_000 })
      await expectLanguage(page, language)
      await shot(page, `mail-returned-${language}`)
      await notice.click()
      await page.waitForURL('**/shelf/security')
      const inbox = await fetch(`${world.emulators}/mail/messages?to=${encodeURIComponent(address)}`)
      expect(await inbox.json()).toEqual([])
      await visitor.end()
    },
  )

const WORDS = {
  pt: {
    password: 'Senha',
    submit: 'Criar conta',
    came: 'voltou: essa caixa de entrada não existe',
    come: 'voltam: essa caixa de entrada não existe mais',
    enter: 'Entrar',
    inactive: 'Conta inativa',
    send: 'Enviar',
    leave: 'Sair',
  },
  en: {
    password: 'Password',
    submit: 'Create account',
    came: 'came back: there is no such mailbox',
    come: 'come back: there is no such mailbox any more',
    enter: 'Sign in',
    inactive: 'Inactive account',
    send: 'Send',
    leave: 'Sign out',
  },
} as const

for (const [language, viewport] of [
  ['pt', PHONE],
  ['en', DESKTOP],
] as const)
  test(
    `whoever waits for a confirmation that came back is told so in that browser, and in no other: ${language}`,
    RELEASE,
    async () => {
      const words = WORDS[language]
      const locale = language === 'pt' ? 'pt-BR' : 'en-GB'
      const nickname = newNickname(`fa${language}`)
      const address = `returned.${nickname}@tune.test`
      const visitor = await visit({ locale, viewport, allowed: /status of 400/ })
      const { page } = visitor
      await page.goto('/register')
      await page.getByLabel('E-mail').fill(address)
      await page.locator('[name=phone]').pressSequentially('11987651234')
      await page.locator('[name=nickname]').fill(nickname)
      await page.locator('[name=password]').fill(PASSWORD)
      await page.locator('[name=confirmPassword]').fill(PASSWORD)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: words.submit }).click()
      await page.waitForURL((url) => url.pathname === '/')
      const notice = page.getByRole('alert').filter({ hasText: words.came })
      await notice.getByText(address, { exact: false }).waitFor({ timeout: 120_000 })
      await expectFitting(page, 'a confirmation that came back')
      await expectLanguage(page, language)
      await shot(page, `mail-returned-sign-up-${language}`)

      const stranger = await visit({ locale, allowed: /status of 400/ })
      await stranger.page.goto('/')
      for (const where of [stranger.page, page]) {
        await where.getByLabel('E-mail').fill(address)
        await where.getByLabel(words.password, { exact: true }).fill(PASSWORD)
        await where.getByRole('button', { name: words.enter, exact: true }).click()
      }
      await stranger.page.getByText(words.inactive).waitFor()
      await stranger.page.waitForResponse(/\/mail-returned$/)
      await notice.waitFor()
      expect(await stranger.page.getByText(words.came).count()).toBe(0)
      await stranger.end()
      await notice.getByRole('link').click()
      await page.waitForURL('**/register')
      await visitor.end()
    },
  )

for (const language of ['pt', 'en'] as const)
  test(
    `whoever waits for a new password’s link that comes back is told so where the account was opened: ${language}`,
    RELEASE,
    async () => {
      const words = WORDS[language]
      const fan = await newFan({ language })
      const locale = language === 'pt' ? 'pt-BR' : 'en-GB'
      const visitor = await visit({ locale, viewport: DESKTOP })
      const { page } = visitor
      await page.goto('/')
      await page.getByLabel('E-mail').fill(fan.email)
      await page.getByLabel(words.password, { exact: true }).fill(fan.password)
      await page.getByRole('button', { name: words.enter, exact: true }).click()
      await page.waitForURL('**/dashboard')
      await page.getByRole('button', { name: words.leave, exact: true }).click()
      await page.waitForURL((url) => url.pathname === '/')
      const address = `returned.${fan.email}`
      await withDatabase(async (sql) => {
        await sql`update auth.users set email = ${address} where id = ${fan.uid}`
        await sql`update users set email = ${address} where uid = ${fan.uid}`
      })
      await page.goto('/forgot-password')
      await page.getByLabel('E-mail').fill(address)
      await page.getByRole('button', { name: words.send }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await page.getByRole('alert').filter({ hasText: words.come }).waitFor({ timeout: 120_000 })
      await expectFitting(page, 'a recovery that comes back')
      await expectLanguage(page, language)
      await shot(page, `mail-returned-recovery-${language}`)
      await visitor.end()
    },
  )

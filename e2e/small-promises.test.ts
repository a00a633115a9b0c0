/** Small promises of the screens: buttons lead somewhere, and texts are true. */
import type { Page } from '@playwright/test'
import { bid, newAuction, newProject } from './auctions.ts'
import { expectToast, plain } from './bidding.ts'
import { DESKTOP, expect, followMail, PASSWORD, PHONE, RELEASE, shot, test, visit } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { deposit, enter, type Fan, newFan } from './people.ts'

async function openBell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Notificações|Notifications)/ }).click()
}

test('notifications lead to their subject, and back', async () => {
  const auction = await newAuction()
  const fan = await newFan({ centavos: 5000 })
  for (let more = 0; more < 6; more++) await deposit(fan, 100)
  await bid(fan, auction, 2000)
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/support')
  await openBell(page)
  const panel = page.getByRole('dialog')
  const accepted = panel.getByRole('link', { name: new RegExp(`Seu lance de .* ${auction.projectName}`) })
  await accepted.waitFor()
  // The page number and the buttons stand side by side or stacked, and none wraps.
  const pages = panel.getByText(/^Página \d de \d$/)
  expect((await pages.boundingBox())?.height ?? 99).toBeLessThan(30)
  await shot(page, 'bell-phone')
  await accepted.click()
  await page.waitForURL(`**/auction/${auction.uid}`)
  await page.goBack()
  await page.waitForURL('**/support')
  await expect.poll(() => panel.count()).toBe(0)

  await openBell(page)
  await panel
    .getByRole('link', { name: /Seu depósito de/ })
    .first()
    .click()
  await page.waitForURL('**/statement')
  await page.getByRole('link', { name: /^Lance enviado, valor reservado/ }).click()
  await page.getByText(/^Lance nº \d+$/).waitFor()
  await expect.poll(() => page.getByText('hold:bid').count()).toBe(0)
  await shot(page, 'receipt-of-a-bid')
})

test('going back closes the player and nothing else; Escape does from the video too', RELEASE, async () => {
  const { holders, projectName } = await newAuction()
  const [fan] = holders as [Fan]
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.getByRole('heading', { name: '_projetos' }).waitFor()
  await page.goto('/shelf')
  await page.getByRole('button', { name: new RegExp(projectName) }).click()
  await page.getByRole('button', { name: 'Dar o play' }).click()
  const player = page.getByRole('dialog')
  const frame = player.locator('iframe')
  await frame.waitFor()
  await page.goBack()
  await player.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/shelf')

  await page.getByRole('button', { name: new RegExp(`${projectName}.*Ouvir de novo`) }).click()
  await frame.waitFor()
  await frame.contentFrame().locator('video').waitFor()
  await frame.click()
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/shelf')
  // Going back once leads to the previous screen, as if no player had been open.
  await page.goBack()
  await page.waitForURL('**/dashboard')
})

test('on a phone, going back closes the menu; a choice in it is one step', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/support')
  await page.getByRole('heading', { name: '_suporte' }).waitFor()
  const menu = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.waitFor()
  await page.goBack()
  await menu.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/support')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Minha estante' }).click()
  await page.waitForURL('**/shelf')
  await menu.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL('**/support')
})

test('an unchanged password is refused; after a change no dead link is reported', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /status of 422/ })
  const { page } = visitor
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(fan.email)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await followMail(page, fan.email, /senha/i)
  await page.waitForURL('**/reset-password')
  await page.evaluate(`
    window.deadLinks = 0
    new MutationObserver(() => {
      if (document.body.textContent.includes('Token inválido ou expirado')) window.deadLinks++
    }).observe(document, { subtree: true, childList: true, characterData: true })`)
  async function type(password: string) {
    await page.getByLabel('Nova senha', { exact: true }).fill(password)
    await page.getByLabel('Confirme a nova senha').fill(password)
    await page.getByRole('button', { name: 'Redefinir Senha' }).click()
  }
  await type(PASSWORD)
  await page.getByText('Esta já é a sua senha. A nova precisa ser diferente da atual.').waitFor()
  await shot(page, 'reset-same')
  await type('Outra#2026')
  await expectToast(page, 'Senha atualizada com sucesso!')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  expect(await page.evaluate('window.deadLinks')).toBe(0)
})

for (const [locale, from, to, form, wrong] of [
  ['pt-BR', 'De', 'Até', 'dd/mm/aaaa', 'Esta data não existe. Escreva dia/mês/ano.'],
  ['en-US', 'From', 'To', 'dd/mm/yyyy', 'There is no such date. Enter day/month/year.'],
] as const)
  test(`dates are typed in the page’s format, in ${locale}`, RELEASE, async () => {
    const fan = await newFan({ centavos: 1000, language: locale === 'pt-BR' ? 'pt' : 'en' })
    // The browser's own language differs.
    const visitor = await visit({ locale, viewport: locale === 'pt-BR' ? PHONE : DESKTOP })
    const { page } = visitor
    await enter(page, fan, '/statement')
    const field = page.getByLabel(from, { exact: true })
    expect(await field.getAttribute('placeholder')).toBe(form)
    await field.pressSequentially('31022026')
    await page.getByLabel(to, { exact: true }).focus()
    await page.getByText(wrong).waitFor()
    await shot(page, `statement-date-${locale}`)
    await field.fill('')
    await field.pressSequentially('01022026')
    await page.waitForURL(/from=2026-02-01/)
    await page.getByLabel(to, { exact: true }).pressSequentially('02022026')
    await page.waitForURL(/to=2026-02-02/)
    // Deleting a digit makes the date invalid, and keeps everything else that was typed.
    await field.press('End')
    await field.press('Backspace')
    await page.waitForURL((url) => !url.search.includes('from='))
    expect(await field.inputValue()).toMatch(/^01.02.202_?$/)
    await field.press('6')
    await page.waitForURL(/from=2026-02-01/)
    await expectLanguage(page, locale === 'pt-BR' ? 'pt' : 'en')
    await page.getByRole('button', { name: locale === 'pt-BR' ? 'Limpar filtros' : /lear/ }).click()
    await expect.poll(() => field.inputValue()).toBe('')
  })

test('the public page says when to press play', RELEASE, async () => {
  const { uid } = await newProject({ supply: 1, price: 1000 })
  const visitor = await visit()
  const { page } = visitor
  await page.goto(`/p/${uid}`)
  await page
    .getByText('Você compra o acesso, dá o play em até 1 hora e ouve sem limite', { exact: false })
    .waitFor()
  await shot(page, 'project-page')
})

test('from sign-in to the dashboard nothing shifts', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await page.addInitScript(`
    window.shifts = []
    const told = ({ node, previousRect: from, currentRect: to }) =>
      (node?.outerHTML ?? node?.textContent ?? 'gone').slice(0, 120) +
      ' from ' + [from.x, from.y, from.width, from.height] + ' to ' + [to.x, to.y, to.width, to.height]
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!entry.hadRecentInput)
          shifts.push({ by: entry.value, at: entry.startTime, on: location.pathname, sources: entry.sources.map(told) })
    }).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto('/')
  await page.getByLabel('E-mail').fill(fan.email)
  await page.getByLabel('Senha', { exact: true }).fill(fan.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('heading', { name: '_projetos' }).waitFor()
  await page.getByRole('article').first().waitFor()
  expect(plain(await page.locator('footer').innerText())).not.toBe('')
  const shifts = await page.evaluate<{ by: number }[]>('shifts')
  expect(
    shifts.reduce((sum, { by }) => sum + by, 0),
    JSON.stringify(shifts, null, 1),
  ).toBeLessThan(0.05)
})

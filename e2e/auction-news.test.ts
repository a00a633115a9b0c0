/** News of bids outside the auction's page: the bell, mails, and the dashboard's panel. */
import type { Page } from '@playwright/test'
import { bid, endWindows, newAuction } from './auctions.ts'
import { plain } from './bidding.ts'
import { DESKTOP, expect, mailTo, RELEASE, shot, test, visit } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { deposit, enter, type Fan, newFan } from './people.ts'

/** Waits until the bell shows this count. */
async function expectUnread(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Notifications, ${count} unread`, exact: true }).waitFor()
}

async function messages(page: Page): Promise<string[]> {
  return (await page.getByRole('dialog').getByRole('listitem').allInnerTexts()).map(plain)
}

test('mails and notifications are in their reader’s language', async () => {
  const auction = await newAuction()
  const [holder] = auction.holders as [Fan]
  const { projectName } = auction
  const [eve, beto] = await Promise.all([
    newFan({ centavos: 5000, language: 'en' }),
    newFan({ centavos: 3000 }),
  ])
  // Together with two about the bid, these fill more than one page.
  for (let more = 0; more < 4; more++) await deposit(eve, 100)
  const visitor = await visit({ locale: 'en-US', viewport: DESKTOP })
  const { page } = visitor
  await enter(page, eve, '/dashboard')
  await expectUnread(page, 5)
  await bid(eve, auction, 2000)
  await expectUnread(page, 6)
  await bid(beto, auction, 3000)
  await expectUnread(page, 7)
  const passed = await mailTo(eve.email, new RegExp(`Your bid for ${projectName} was passed`))
  expect(plain(passed.text)).toContain(
    `Your bid of R$ 20,00 for ${projectName} no longer leads: the highest is now R$ 30,00.`,
  )
  await mailTo(eve.email, /^Bid placed: R\$\s20,00$/)
  await mailTo(beto.email, /^Lance enviado: R\$\s30,00$/)
  await endWindows(auction)
  await mailTo(beto.email, new RegExp(`^Você ganhou: ${projectName}$`))
  await mailTo(beto.email, new RegExp(`^${projectName} está na sua estante$`))
  await mailTo(holder.email, new RegExp(`Seu \\$TUNE de ${projectName} foi para outro fã`))

  await page.getByRole('button', { name: 'Notifications, 7 unread' }).click()
  const panel = page.getByRole('dialog', { name: '_notifications' })
  await panel.getByText('Page 1 of 2').waitFor()
  expect((await messages(page)).length).toBe(6)
  // What others bid is no secret; what is one's own is masked until it is shown.
  expect((await messages(page))[0]).toContain(
    `for ${projectName} no longer leads: the highest is now R$ 30,00.`,
  )
  expect((await messages(page))[0]).not.toContain('20,00')
  await panel.getByRole('button', { name: 'Show balances' }).click()
  expect((await messages(page))[0]).toContain(
    `Your bid of R$ 20,00 for ${projectName} no longer leads: the highest is now R$ 30,00.`,
  )
  expect((await messages(page))[1]).toContain(`Your bid of R$ 20,00 for ${projectName} stands.`)
  await expectLanguage(page, 'en')
  await shot(page, 'bell')
  await panel.getByRole('button', { name: 'Next' }).click()
  await panel.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => messages(page)).toHaveLength(1)
  expect((await messages(page))[0]).toContain('Your deposit of R$ 50,00 is now in your balance.')
  await panel.getByRole('button', { name: 'Previous' }).click()
  await panel.getByText('Page 1 of 2').waitFor()

  // Everything stays read after a reload; the next one is unread, without a reload.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  // Once it has subscribed again and read what there is, a payment is news.
  const told = page.waitForResponse((answer) => answer.url().includes('/rest/v1/payments'))
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await told
  await deposit(eve, 100)
  await page
    .getByRole('dialog', { name: 'Payment successful' })
    .getByRole('button', { name: 'Got it' })
    .click()
  await expectUnread(page, 1)
})

test('the panel of a fan with bids counts down', RELEASE, async () => {
  const [auction, other, ana] = await Promise.all([newAuction(), newAuction(), newFan({ centavos: 9000 })])
  const visitor = await visit()
  const { page } = visitor
  await enter(page, ana, '/dashboard')
  await page.getByRole('heading', { name: '_projetos' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Meus lances' }).count()).toBe(0)

  await bid(ana, auction, 2000)
  await bid(ana, other, 2500)
  await bid(await newFan({ centavos: 3000 }), other, 3000)
  await page.getByText('Você tem 2 lances valendo.').waitFor()
  await page.getByRole('button', { name: 'Ver meus lances' }).click()
  const panel = page.getByRole('dialog', { name: 'Meus lances' })
  const line = panel.getByRole('row').filter({ hasText: auction.projectName })
  await line.getByText('1º').waitFor()
  await line.getByText('R$ ••••').waitFor()
  await panel.getByRole('button', { name: 'Mostrar saldos' }).click()
  await line.getByText(/^R\$\s20,00$/).waitFor()
  await line.getByText('Lance enviado').waitFor()
  await line.getByText('Você lidera').waitFor()
  await panel.getByText('Há 1 lance maior que o seu').waitFor()
  await line.getByText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/).waitFor()
  expect(await panel.getByRole('columnheader').allInnerTexts()).toEqual([
    'Posição',
    '$TUNE',
    'Situação',
    'Quando',
    'Valor',
    'Leilão atualiza em',
  ])
  const clock = line.getByRole('timer')
  const shown = await clock.innerText()
  // In its first second the window still shows the whole hour.
  expect(shown).toMatch(/^0d (0h \d+m \d+s|1h 0m 0s)$/)
  await expect.poll(() => clock.innerText(), { timeout: 20_000 }).not.toBe(shown)
  await shot(page, 'my-bids')

  await endWindows(auction)
  await page.getByRole('dialog', { name: 'Lance ganhador' }).waitFor()
  // The modal for the $TUNE may come before the line below is seen.
  const news = page.getByRole('dialog', { name: /^(Lance ganhador|\$TUNE disponível)$/ })
  await expect
    .poll(async () => {
      if (await news.isVisible()) await page.keyboard.press('Escape')
      return line.getByText('Lance ganhador').isVisible()
    })
    .toBe(true)
  // It waits for no unit any more.
  expect(await line.getByRole('timer').count()).toBe(0)
  await panel.getByRole('link', { name: new RegExp(`^${other.projectName}`) }).click()
  await page.waitForURL(`**/auction/${other.uid}`)
  await page.getByRole('heading', { name: other.projectName, level: 1 }).waitFor()
})

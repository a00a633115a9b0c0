/** What is worth remembering: a purchase and a win, the second visit, the wallet, the shelf. */
import type { Page } from '@playwright/test'
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { buyAndReceive, close, newAuction, newProject } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { buyWithBalance, call, enter, newFan } from './people.ts'

test.use({ whole: true })

const isPlaying = (page: Page) =>
  page
    .frameLocator('iframe[src*="/player/"]')
    .locator('video')
    .evaluate((it: { paused: boolean; currentTime: number }) => !it.paused && it.currentTime > 0)

test('with money in the wallet, three taps from a work for sale to playing', async () => {
  const fan = await newFan({ centavos: 5000 })
  const { projectName } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await enter(page, fan, `/dashboard?search=${encodeURIComponent(projectName)}`)
  await page.getByRole('link', { name: new RegExp(`^Comprar ${projectName}`) }).click()
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  const moment = page.getByRole('main').getByRole('status')
  await moment.getByRole('heading', { name: '$TUNE disponível' }).waitFor()
  // What the question before a first play says stands above the button.
  await moment.getByText('Depois do primeiro play você tem', { exact: false }).waitFor()
  await moment.getByText('encerra o direito de desistir da compra', { exact: false }).waitFor()
  await moment.getByText(/^Dê o play até .* o valor não volta\.$/).waitFor()
  // Nothing else on the page can be reached.
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Lugares' }).count()).toBe(0)
  await page.getByText('Seu $TUNE está disponível!').waitFor({ state: 'detached' })
  await expectAccessible(page, 'yours')
  await shot(page, 'moment-purchase')
  await moment.getByRole('button', { name: 'Dar o play' }).click()
  await expect.poll(() => isPlaying(page), { timeout: 20_000 }).toBe(true)
  // Made small, there is the shelf.
  await page.getByRole('button', { name: 'Diminuir' }).click()
  await page.waitForURL('**/shelf')
  // Back leads to the list, not to the form, which would turn the fan away.
  await page.goBack()
  await page.waitForURL('**/dashboard?*')
})

test('from a cover, three taps with money in the wallet are enough to play', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid, projectName } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await enter(page, fan, `/dashboard?search=${encodeURIComponent(projectName)}`)
  const cover = page.getByRole('link', { name: new RegExp(`^Conhecer ${projectName}`) })
  await cover.waitFor()
  await page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)")
  await cover.click()
  await page.waitForURL(`**/project/${uid}`)
  const buy = page.getByRole('button', { name: /^Comprar com saldo · R\$\s20,00$/ })
  await buy.waitFor()
  await page.getByText(/^Seu saldo vai de R\$\s50,00 para R\$\s30,00/).waitFor()
  const box = await buy.boundingBox()
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height - 56)
  // Who would rather pay otherwise has the payment page.
  expect(await page.getByRole('link', { name: 'Outras formas de pagar' }).getAttribute('href')).toBe(
    `/payment/${uid}`,
  )
  // The second tap of a double tap on the cover must not buy: the button wakes up after it.
  await expect.poll(() => buy.getAttribute('aria-disabled')).toBe(null)
  await expectAccessible(page, 'a work that the wallet pays')
  await shot(page, 'work-wallet')
  await buy.click()
  const moment = page.getByRole('main').getByRole('status')
  await moment.getByRole('heading', { name: '$TUNE disponível' }).waitFor()
  await moment.getByText('encerra o direito de desistir da compra', { exact: false }).waitFor()
  await moment.getByRole('button', { name: 'Dar o play' }).click()
  await expect.poll(() => isPlaying(page), { timeout: 20_000 }).toBe(true)
  expect(await page.evaluate('window.taps')).toBe(3)
  await page.getByRole('button', { name: 'Diminuir' }).click()
  await page.waitForURL('**/shelf')
  await page.goBack()
  await page.waitForURL('**/dashboard?*')
})

test('a win has the whole screen, and is played from there', async () => {
  const { uid, projectName, holders } = await newAuction()
  const fan = await newFan({ centavos: 9000, language: 'en' })
  await call('/api/v1/buy-token-balance', {
    token: fan.session.access_token,
    body: { typeBuy: 'bid', UID: uid, amount: 3000 },
  })
  const visitor = await visit({ viewport: DESKTOP, locale: 'en-US' })
  const { page } = visitor
  const read = page.waitForResponse((answer) => answer.url().includes('/rest/v1/payments'))
  await enter(page, fan, '/support')
  await read
  await withDatabase(
    (sql) => sql`
      update mints set will_expire_at = date_trunc('second', now()) + interval '1 second'
      where user_id = ${holders[0]?.uid ?? ''} and status = 'minted'`,
  )
  const moment = page.getByRole('dialog', { name: 'Winning bid' })
  await moment.waitFor()
  await moment.getByText(projectName).waitFor()
  await moment.getByText('R$ 30,00').waitFor()
  await expectLanguage(page, 'en')
  await expectAccessible(page, 'won')
  await shot(page, 'moment-win')
  const play = moment.getByRole('button', { name: 'Press play' })
  // It comes unasked: a key meant for something else must not begin the hour.
  expect(await play.evaluate((it) => it.matches(':focus'))).toBe(false)
  await expect.poll(() => play.getAttribute('aria-disabled')).toBe(null)
  await play.click()
  await expect.poll(() => isPlaying(page), { timeout: 20_000 }).toBe(true)
  await page.getByText('Enjoy your $TUNE!').waitFor({ state: 'detached' })
  await expectLanguage(page, 'en')
})

test('a second visit begins with what is mine', RELEASE, async () => {
  const fan = await newFan({ centavos: 9000 })
  const { uid, projectName } = await newProject({ supply: 2, price: 2000 })
  const auction = await newAuction()
  await buyWithBalance(fan, uid)
  await call('/api/v1/buy-token-balance', {
    token: fan.session.access_token,
    body: { typeBuy: 'bid', UID: auction.uid, amount: 3000 },
  })
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  const mine = page.getByRole('region', { name: '_acabam logo' })
  await mine.getByText(/^você lidera · \d\d:\d\d/).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      await mine.waitFor()
      return mine.getByText(/^dê o play até \d\d:\d\d$/).count()
    })
    .toBe(1)
  expect(await mine.getByRole('link', { name: projectName }).getAttribute('href')).toBe('/shelf')
  const order = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(order.indexOf('_acabam logo')).toBe(0)
  expect(order.indexOf('_projetos')).toBeLessThan(order.indexOf('Hora de Luz'))
  await expectAccessible(page, 'second visit')
  await shot(page, 'second-visit')
})

test('the wallet: an amount at one tap, and a receipt to send', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid, projectName } = await newProject({ supply: 2, price: 2000 })
  await buyAndReceive(fan, uid)
  const visitor = await visit()
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript('delete Navigator.prototype.share')
  await enter(page, fan, '/statement')
  const money = page.getByRole('region', { name: 'Seu dinheiro' })
  await money.getByRole('button', { name: 'Mostrar saldo' }).click()
  await money.getByText(/^R\$\s30,00$/).waitFor()
  await page.getByRole('link', { name: new RegExp(projectName) }).click()
  // Without a share sheet the sentence is copied, and the button says so.
  await page.getByRole('button', { name: 'Copiar recibo' }).click()
  await page.getByText('Copiado.').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toMatch(new RegExp(`^Compra de \\$TUNE · ${projectName}: −\\sR\\$\\s20,00, em .*São Paulo`))

  await page.goto('/statement')
  await page.getByRole('link', { name: /^Depositar R\$\s50,00$/ }).click()
  const amount = page.getByLabel('Valor', { exact: true })
  await expect.poll(() => amount.inputValue()).toMatch(/^R\$\s50,00$/)
  await page.getByRole('button', { name: 'R$ 100', exact: true }).click()
  await expect.poll(() => amount.inputValue()).toMatch(/^R\$\s100,00$/)
  await expectAccessible(page, 'deposit with an amount')
})

test('the shelf: what has ended leads to its auction, and an empty one leads on', RELEASE, async () => {
  const { uid, projectName, holders } = await newAuction()
  const holder = holders[0]
  if (!holder) throw new Error('an auction has holders')
  const visitor = await visit()
  const { page } = visitor
  await enter(page, await newFan(), '/shelf')
  await page.getByText('Nenhum $TUNE disponível.').waitFor()
  await expectAccessible(page, 'empty shelf')
  await page.getByRole('link', { name: 'Escolher o primeiro' }).click()
  await page.waitForURL('**/dashboard')
  await visitor.end()

  await withDatabase(
    (sql) => sql`
      update mints set will_expire_at = now() - interval '1 second'
      where user_id = ${holder.uid} and status = 'minted'`,
  )
  const owner = await visit()
  await enter(owner.page, holder, '/shelf')
  await owner.page.getByText('Você não deu o play a tempo.').waitFor()
  await shot(owner.page, 'shelf-ended')
  await owner.page.getByRole('link', { name: `Ver o leilão de ${projectName}` }).click()
  await owner.page.waitForURL(`**/auction/${uid}`)
  // What is said of it elsewhere leads on as well.
  await owner.page.getByRole('button', { name: /^Notificações/ }).click()
  await owner.page.getByRole('link', { name: /Você não deu o play a tempo/ }).click()
  await owner.page.waitForURL(`**/project/${uid}`)
  // Once its artist has a page, and its auction is over.
  await withDatabase(
    (sql) => sql`
      insert into private.artists (wallet, name, slug)
      select lower(author_wallet), author, ${`trio-${uid.slice(0, 8)}`} from projects where uid = ${uid}
      on conflict (wallet) do update set slug = excluded.slug`,
  )
  await close({ uid })
  await owner.page.goto('/shelf')
  const card = owner.page.getByRole('article')
  await card.getByRole('link', { name: `Projeto e letra de ${projectName}` }).click()
  await owner.page.waitForURL(`**/project/${uid}`)
  await owner.page.goBack()
  await card.getByRole('link', { name: `Ver ${projectName}`, exact: true }).click()
  await owner.page.waitForURL(`**/project/${uid}`)
  await owner.page.goBack()
  await card.getByRole('link', { name: 'Trio Neblina' }).click()
  await owner.page.waitForURL('**/artists/*')
})

/** An hour given away: bought for somebody else, handed over by link and by mail, accepted, taken back. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFitting, visitAtRest } from './accessibility.ts'
import { buyAndReceive, newProject } from './auctions.ts'
import { enterAuction, expectToast, openForm, plain } from './bidding.ts'
import {
  DESKTOP,
  expect,
  mailTo,
  PASSWORD,
  PHONE,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { balanceOf, call, enter, newAdmin, newFan } from './people.ts'

test.use({ whole: true })

const REFUSED = /status of 4(04|09)/

const isPlaying = (page: Page) =>
  page
    .frameLocator('iframe[src*="/player/"]')
    .locator('video')
    .evaluate((it: { paused: boolean; currentTime: number }) => !it.paused && it.currentTime > 0)

/** Where something begins and ends across the page. */
async function edges(it: Locator): Promise<[number, number]> {
  const { x, width } = (await it.boundingBox()) as { x: number; width: number }
  return [Math.round(x), Math.round(x + width)]
}

const linkOnScreen = (page: Page) => page.getByLabel('Link do presente').inputValue()

test('given by link: bought, handed over, accepted on another account and played', async () => {
  const giver = await newFan({ centavos: 5000 })
  const recipient = await newFan()
  const { uid, projectName } = await newProject({ supply: 3, price: 2000 })
  await withDatabase(
    (sql) => sql`
      update projects set (clip, clip_seconds) = (
        select clip, clip_seconds from projects where project_name = 'Maré Cheia' and clip is not null limit 1
      )
      where uid = ${uid}`,
  )
  const visitor = await visitAtRest(PHONE)
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, giver, `/payment/${uid}`)
  await page.getByText('De presente').click()
  await page.getByText('Por link').click()
  await page.getByLabel('Seu recado (opcional)').fill('Para o seu domingo.')
  await page.getByText('Até ela dar o play você pode desistir', { exact: false }).waitFor()
  await expectFitting(page, 'giving')
  await shot(page, 'gift-form-phone')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  const moment = page.getByRole('main').getByRole('status')
  await moment.getByRole('heading', { name: 'Presente comprado' }).waitFor()
  const give = moment.getByRole('button', { name: 'Copiar link do presente' })
  await give.waitFor()
  await shot(page, 'gift-paid-phone')
  // Its button stands as those of any purchase do: as wide as what stands above and below it.
  const waysOn = moment.getByRole('link', { name: 'Minha Estante' }).locator('..')
  expect(await edges(give)).toEqual(await edges(waysOn))
  await page.setViewportSize(DESKTOP)
  await shot(page, 'gift-paid-desktop')
  expect(await edges(give)).toEqual(await edges(waysOn))
  await page.setViewportSize(PHONE)
  await give.click()
  await expectToast(page, 'Link copiado. Agora é só enviar.')
  const link = await linkOnScreen(page)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  await expectAccessible(page, 'set aside')
  await shot(page, 'gift-set-aside-phone')
  expect(await balanceOf(giver)).toMatchObject({ balance: 3000, totalBided: 0 })

  // Its giver is no recipient: they see how it stands, the link once more, and where it can be taken back.
  await moment.getByRole('link', { name: 'Minha Estante' }).click()
  await page.getByRole('heading', { name: '_presentes que dei' }).waitFor()
  await page.evaluate("navigator.clipboard.writeText('')")
  await page.goto(link)
  await page.getByRole('heading', { name: 'Seu presente' }).waitFor()
  await page.getByText('Esperando ser aceito').waitFor()
  await page.getByText('Pode ser aceito até', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Aceitar presente' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Copiar link do presente' }).click()
  await expectToast(page, 'Link copiado. Agora é só enviar.')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  await expectFitting(page, 'one’s own gift')
  await shot(page, 'gift-own-phone')
  await page.getByRole('link', { name: 'Ver ou desistir na minha estante' }).click()
  await page.getByRole('heading', { name: '_presentes que dei' }).waitFor()

  // Whoever opens it signs in, and comes back to it.
  const other = await visit({ viewport: DESKTOP })
  await other.page.goto(link)
  await other.page.getByRole('heading', { name: `${giver.nickname} deu um presente a você` }).waitFor()
  await other.page.getByText('Para o seu domingo.').waitFor()
  const untilPlay = other.page.getByText('Até você dar o play, quem deu pode desistir da compra.')
  await other.page.getByRole('link', { name: 'Entrar para aceitar' }).waitFor()
  await untilPlay.waitFor()
  await other.page.getByRole('button', { name: `Ouvir um trecho de ${projectName}` }).waitFor()
  await expectFitting(other.page, 'offered')
  await shot(other.page, 'gift-offered-desktop')
  await other.page.getByRole('link', { name: 'Entrar para aceitar' }).click()
  await other.page.getByText(`Para aceitar ${projectName}, de Trio Neblina`).waitFor()
  await shot(other.page, 'login-for-a-gift-desktop')
  await other.page.getByLabel('E-mail').fill(recipient.email)
  await other.page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await other.page.getByRole('button', { name: 'Entrar' }).click()
  await other.page.waitForURL('**/gift#*')
  const accept = other.page.getByRole('button', { name: 'Aceitar presente' })
  await expect.poll(() => other.page.title()).toBe('um presente · Tune')
  await accept.focus()
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('heading', { name: '_é seu' }).waitFor()
  await expect.poll(() => other.page.title()).toBe(`${projectName} · Tune`)
  await expectAccessible(other.page, 'arrived')
  await shot(other.page, 'gift-arrived-desktop')
  // Straight to the question before the first play, and once.
  await other.page.getByRole('link', { name: 'Dar o play' }).click()
  const question = other.page.getByRole('dialog')
  await question.getByRole('button', { name: 'Dar o play' }).waitFor()
  await other.page.keyboard.press('Escape')
  await other.page.getByText(`Presente de ${giver.nickname}`).waitFor()
  await untilPlay.waitFor()
  expect(new URL(other.page.url()).search).toBe('')
  // The right to undo the purchase is the giver's.
  expect(await other.page.getByRole('button', { name: 'Desistir da compra' }).count()).toBe(0)
  await other.page.getByRole('button', { name: new RegExp(projectName) }).click()
  await question.getByRole('button', { name: 'Dar o play' }).click()
  await expect.poll(() => isPlaying(other.page), { timeout: 20_000 }).toBe(true)

  await page.getByText('Aceito', { exact: true }).waitFor()
  await other.page.goto(link)
  await other.page.getByText('Este presente já foi aceito.').waitFor()
})

test(
  'given by mail, in English: the mail brings it, and the giver undoes it before it is played',
  RELEASE,
  async () => {
    const giver = await newFan({ centavos: 5000, language: 'en' })
    const recipient = await newFan({ language: 'en' })
    const { uid, projectName } = await newProject({ supply: 2, price: 2000 })
    // Whoever has one of their own gives another.
    await buyAndReceive(giver, uid)
    const visitor = await visit({ viewport: DESKTOP, locale: 'en-US' })
    const { page } = visitor
    await enter(page, giver, `/payment/${uid}?gift`)
    await page.getByRole('button', { name: /^Send payment/i }).click()
    await page.getByText('Check the recipient’s e-mail.').waitFor()
    await page.getByLabel('Recipient’s e-mail').fill(recipient.email)
    await page.getByLabel('Your note (optional)').fill('see www.example.com')
    await page
      .getByText(
        'The note cannot contain links, e-mail addresses, accounts (@) or telephone numbers: “www.example.com”.',
      )
      .waitFor()
    await page.getByLabel('Your note (optional)').fill('For the long way home.')
    await expectLanguage(page, 'en')
    await shot(page, 'gift-form-desktop-en')
    // What was typed is there again after a reload, and is gone once it was sent.
    await page.reload()
    await expect.poll(() => page.getByLabel('Recipient’s e-mail').inputValue()).toBe(recipient.email)
    expect(await page.getByLabel('Your note (optional)').inputValue()).toBe('For the long way home.')
    await page.getByRole('button', { name: /^Send payment/i }).click()
    await page.getByText(`We sent the gift to ${recipient.email}.`).waitFor()
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('gift'))),
    ).toEqual([])

    const mail = await mailTo(recipient.email, /has a gift for you/)
    expect(mail.text).toContain('For the long way home.')
    expect(mail.text).not.toContain(giver.email)
    // A scanner opens every link.
    const link = mail.links.find((address) => new URL(address).pathname === '/gift') as string
    for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
    const other = await visit({ viewport: PHONE, locale: 'en-US', allowed: REFUSED })
    await enter(other.page, recipient, link)
    await other.page.getByRole('button', { name: 'Accept the gift' }).waitFor()
    await expectFitting(other.page, 'offered in English')
    await shot(other.page, 'gift-offered-phone-en')
    await other.page.getByRole('button', { name: 'Accept the gift' }).click()
    await other.page.getByRole('heading', { name: '_it’s yours' }).waitFor()

    // The question of its first play is open when the giver undoes it: it closes, and says so.
    await other.page.getByRole('link', { name: 'Press play' }).click()
    const question = other.page.getByRole('dialog')
    await question.getByRole('button', { name: 'Press play' }).waitFor()
    await page.goto('/shelf')
    const card = page.getByRole('article', { name: projectName }).filter({ hasText: 'Accepted' })
    await card.getByText('Until they press play, you can change your mind.').waitFor()
    await card.getByRole('button', { name: 'Undo the purchase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the purchase' }).click()
    await page.getByText('Back with you').waitFor()
    await expectLanguage(page, 'en')
    expect((await balanceOf(giver)).balance).toBe(3000)
    await question.getByRole('button', { name: 'Press play' }).click()
    await expectToast(other.page, 'Whoever gave you this undid the purchase, and it has left your shelf.')
    await question.waitFor({ state: 'detached' })
    await other.page.getByText('Gift undone by whoever gave it').waitFor()
    await other.page.getByText(/^Undone on /).waitFor()
    await visitor.end()
    await other.end()
  },
)

/** Whoever holds a $TUNE of the work is told before the press, and may accept once it has ended. */
async function expectHeldBack(link: string, uid: string): Promise<void> {
  const holder = await newFan({ centavos: 2000 })
  await buyAndReceive(holder, uid)
  const { page, end } = await visit({ viewport: PHONE })
  await enter(page, holder, link)
  await page.getByText('Quando a sua hora terminar, você pode aceitar este presente aqui, até').waitFor()
  expect(await page.getByRole('link', { name: 'Abrir minha estante' }).getAttribute('href')).toBe('/shelf')
  const accept = page.getByRole('button', { name: 'Aceitar presente' })
  expect(await accept.count()).toBe(0)
  await expectFitting(page, 'a gift of what one holds')
  await shot(page, 'gift-held-phone')
  await withDatabase((sql) => sql`update mints set will_expire_at = now() where user_id = ${holder.uid}`)
  await page.reload()
  await accept.waitFor()
  await end()
}

test('taken back on the shelf, with the money; and its date ends another', RELEASE, async () => {
  const giver = await newFan({ centavos: 5000 })
  const works = [await newProject({ supply: 3, price: 2000 }), await newProject({ supply: 2, price: 1000 })]
  const visitor = await visit({ viewport: DESKTOP, allowed: REFUSED })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  const { page } = visitor
  for (const { uid } of works) {
    await enter(page, giver, `/payment/${uid}?gift`)
    // What a purchase for oneself says of its hour is not the gift's; how to change one's mind is said for every means.
    await page.getByText(/Até ela dar o play você pode desistir/).waitFor()
    expect(await page.getByText(/Dê o play em até/).count()).toBe(0)
    await page.getByText('Para mim').click()
    await page.getByText(/Dê o play em até/).waitFor()
    await page
      .getByText(
        'Até dar o play, dentro desse prazo, você pode desistir, e o valor volta; sem play até o fim dele, o acesso acaba e o valor não volta.',
        { exact: false },
      )
      .waitFor()
    await page.getByText('Se você desistir, a taxa do PIX ou do cartão não volta.').waitFor()
    await page.getByText('De presente').click()
    await page.getByText('Por link').click()
    await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
    await page.getByRole('heading', { name: 'Presente comprado' }).waitFor()
  }
  // A gift that waits is one of those sold.
  const office = await visit({ viewport: DESKTOP })
  await enter(office.page, await newAdmin(), `/admin/projects/${works[0]?.uid}`)
  const units = office.page.getByRole('region', { name: 'Unidades e lances', exact: true })
  await expect
    .poll(async () => plain(await units.innerText()).replace(/\s+/g, ' '))
    .toContain(
      'Nunca vendidas 2 À espera de um lance 0 Com fãs agora 0 Vendidas, em presentes à espera 1 (R$ 20,00 reservados)',
    )
  await shot(office.page, 'admin-project-gifts-desktop')
  await office.page.setViewportSize(PHONE)
  await expectFitting(office.page, 'a project with a gift that waits')
  await shot(office.page, 'admin-project-gifts-phone')
  await office.end()

  const [first, second] = works.map(({ projectName }) => projectName)
  await page.goto('/shelf')
  const card = page.getByRole('article', { name: first as string })
  await card.getByRole('button', { name: 'Copiar um link novo' }).click()
  const link = await linkOnScreen(page)
  await expectHeldBack(link, (works[0] as { uid: string }).uid)
  await expectFitting(page, 'gifts on the shelf')
  await shot(page, 'gifts-shelf-desktop')
  await page.setViewportSize(PHONE)
  await expectFitting(page, 'gifts on a phone')
  await shot(page, 'gifts-shelf-phone')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFitting(page, 'gifts on a narrow phone')
  await page.setViewportSize(DESKTOP)
  await card.getByRole('button', { name: 'Desistir do presente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desistir do presente' }).click()
  await page.getByText('Você desistiu. O valor está no seu saldo.').waitFor()
  expect((await balanceOf(giver)).balance).toBe(4000)

  await withDatabase(
    (sql) => sql`
      update private.gifts set accept_by = now()
      from projects where projects.id = project_id and project_name = ${second as string}`,
  )
  // As every minute, but now.
  await withDatabase((sql) => sql`select private.add_job('return-gifts', '{}')`)
  await expect.poll(async () => (await balanceOf(giver)).balance, { timeout: 90_000 }).toBe(5000)
  await page.goto('/shelf')
  await page.getByText('Ninguém aceitou a tempo. O valor está no seu saldo.').waitFor()

  // Behind its link its giver sees that it came back, anybody else that it is gone.
  await page.goto(link)
  await page.getByText('Você desistiu. O valor está no seu saldo.').waitFor()
  const stranger = await visit()
  await stranger.page.goto(link)
  await stranger.page
    .getByText('Quem deu este presente desistiu dele. Se chegou outro e-mail', { exact: false })
    .waitFor()
  await page.goto('/gift#not-a-secret')
  await page.getByRole('heading', { name: 'Este link não abre um presente' }).waitFor()
  await expectAccessible(page, 'no gift')
  await page.goto('/statement')
  await page.getByText('Presente desfeito, valor de volta').first().waitFor()
})

test('whoever bids beside a gift that waits is told before', RELEASE, async () => {
  const [giver, recipient] = [await newFan({ centavos: 2000 }), await newFan({ centavos: 5000 })]
  // Its only unit is given away: whoever else wants one bids.
  const { uid } = await newProject({ supply: 1, price: 2000 })
  await call('/api/v1/buy-token-balance', {
    token: giver.session.access_token,
    body: { typeBuy: 'mint', UID: uid, gift: { email: recipient.email, words: '' } },
  })
  const visitor = await visitAtRest(PHONE)
  await enterAuction(visitor, recipient, uid)
  const form = await openForm(visitor.page)
  await form.getByText('Um presente desta obra espera por você no seu e-mail', { exact: false }).waitFor()
  await expectFitting(visitor.page, 'a bid beside a gift')
  await expectAccessible(visitor.page, 'a bid beside a gift')
  await shot(visitor.page, 'bid-beside-gift-phone')
})

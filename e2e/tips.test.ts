/** An amount beside the price, from the form to the artist's page in the back office. */
import { expectFitting, visitAtRest } from './accessibility.ts'
import { newProject } from './auctions.ts'
import { plain } from './bidding.ts'
import { DESKTOP, expect, PHONE, shot, test, visit, withDatabase } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { balanceOf, enter, newAdmin, newFan } from './people.ts'

test.use({ whole: true })

test('an amount for the artist is added, shown before paying, and read in the back office', async () => {
  const fan = await newFan({ centavos: 9000 })
  const { uid } = await newProject({ supply: 3, price: 2000 })
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await enter(page, fan, `/project/${uid}`)
  const tipping = page.getByRole('link', { name: 'Com um valor para Trio Neblina' })
  // What has the keyboard keeps it while the page's clock goes on.
  await page.clock.install()
  await tipping.focus()
  await page.clock.runFor(3000)
  await expect(tipping).toBeFocused()
  await page.clock.resume()
  await tipping.click()
  // Whoever came for it finds it chosen, and told apart from the price also beside a code.
  await expect.poll(() => page.getByRole('radio', { name: 'R$ 5', exact: true }).isChecked()).toBe(true)
  await page.getByRole('switch', { name: 'Pagar com saldo' }).click()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  const code = page.getByRole('region', { name: 'Pague com PIX' })
  for (const row of ['Valor do $TUNE R$ 20,00', 'Para o artista R$ 5,00'])
    await expect.poll(async () => plain(await code.innerText()).replace(/\s+/g, ' ')).toContain(row)
  await shot(page, 'tip-pix-phone')
  await code.getByRole('button', { name: 'Cancelar este código' }).click()
  await page.getByRole('switch', { name: 'Pagar com saldo' }).click()
  await page.getByText('Outro valor').click()
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page.getByText('O valor vai de R$ 1,00 a R$ 500,00.').waitFor()
  await page.getByLabel('Valor para o artista').fill('8000')
  await page.getByText('Seu saldo cobre o $TUNE, mas não com este valor a mais.', { exact: false }).waitFor()
  await page.getByLabel('Valor para o artista').fill('750')
  await page.getByLabel('Uma linha de agradecimento (opcional)').fill('Que refrão!')
  await page.getByText('R$ 27,50', { exact: true }).waitFor()
  await expectFitting(page, 'tip')
  await shot(page, 'tip-phone')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  const moment = page.getByRole('main').getByRole('status')
  for (const row of ['Valor do $TUNE R$ 20,00', 'Para o artista R$ 7,50', 'Total R$ 27,50'])
    await expect.poll(async () => plain(await moment.innerText()).replace(/\s+/g, ' ')).toContain(row)
  expect((await balanceOf(fan)).balance).toBe(6250)
  await page.goto('/statement')
  const tip = page.locator('a', { hasText: 'Valor a mais para o artista' })
  // The moment of the $TUNE may stand in front by now.
  await page.goto((await tip.getAttribute('href')) ?? '')
  await page.getByText('Que refrão!').waitFor()
  await expectFitting(page, 'the receipt of a tip')
  await shot(page, 'tip-receipt-phone')
  await visitor.end()

  const [artist] = await withDatabase(
    (sql) => sql<{ uid: string; id: number }[]>`
      select artists.uid, artists.id::int from private.artists join projects on lower(author_wallet) = wallet
      where projects.uid = ${uid}`,
  )
  const office = await visit({ viewport: DESKTOP, locale: 'en-US' })
  const admin = await newAdmin()
  await withDatabase((sql) => sql`update users set language = 'en' where uid = ${admin.uid}`)
  await enter(office.page, admin, `/admin/artists/${artist?.uid}`)
  await office.page.getByText('Que refrão!').waitFor()
  await expectLanguage(office.page, 'en')
  await expectFitting(office.page, 'tips of an artist')
  await shot(office.page, 'tips-artist-desktop')

  // Its artist sees it between what the work sold for and what they have earned of it.
  const acting = await newFan()
  await withDatabase(
    (sql) => sql`
      insert into private.artist_accounts (artist_id, user_id) select ${artist?.id ?? 0}, uid from users where email = ${acting.email}`,
  )
  const studio = await visitAtRest(PHONE)
  await enter(studio.page, acting, '/studio')
  await expect
    .poll(async () => plain(await studio.page.getByRole('main').innerText()).replace(/\s+/g, ' '))
    .toContain(
      'Você ganhou ao todo R$ 25,50 Total vendido da obra R$ 20,00 Somado aos preços por fãs R$ 7,50',
    )
  await expectFitting(studio.page, 'the tips of a work in the studio')
  await shot(studio.page, 'studio-tips-phone')
  await studio.page.setViewportSize(DESKTOP)
  await shot(studio.page, 'studio-tips-desktop')
})

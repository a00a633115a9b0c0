/** Discovery: search, order, and a list that updates live. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '#server/product/api/call.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { expectAccessible } from './accessibility.ts'
import { bid, newAuction } from './auctions.ts'
import { plain } from './bidding.ts'
import { expect, RELEASE, test, visit } from './fixtures.ts'
import { call, enter, newFan } from './people.ts'

test('a fan searches without accents and changes the order, and the address keeps both', async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  const cards = page.getByRole('region', { name: '_projetos' }).getByRole('article')
  const names = () => cards.getByRole('heading').allInnerTexts()
  const box = page.getByRole('searchbox', { name: 'Buscar por nome ou artista' })
  await box.fill('MARE')
  await expect.poll(names).toEqual(['Maré Cheia'])
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('MARE')
  await box.fill('nada assim')
  await page.getByText('Nada encontrado para “nada assim”.').waitFor()
  await expectAccessible(page, 'nothing found')
  await box.fill('')
  await page.getByRole('radio', { name: 'Preço' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=price')
  const { data: cheapest } = await call<Page<ProjectWire>>('/api/v1/projects?sort=price&limit=5', {
    token: fan.session.access_token,
  })
  await expect
    .poll(async () => (await names()).slice(0, 5))
    .toEqual(cheapest.map(({ projectName }) => projectName))
  await page.reload()
  await expect.poll(() => page.getByRole('radio', { name: 'Preço' }).isChecked()).toBe(true)
})

test(
  'an order chosen in the moment in which the search follows the box is kept, and so is the search',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit()
    const { page } = visitor
    await enter(page, fan, '/dashboard?search=mare')
    const box = page.getByRole('searchbox', { name: 'Buscar por nome ou artista' })
    await box.fill('')
    // A slow phone: what was typed is due to be searched before the choice has been drawn.
    await page.getByRole('radio', { name: 'Preço' }).evaluate((radio) => {
      const busy = performance.now() + 400
      while (performance.now() < busy);
      ;(radio as unknown as { click(): void }).click()
    })
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=price')
    await visitor.end()
  },
)

test('an auction’s card shows the leading bid live', async () => {
  const auction = await newAuction({ price: 2000 })
  const [watcher, bidder] = await Promise.all([newFan(), newFan({ centavos: 9000 })])
  const visitor = await visit()
  const { page } = visitor
  await enter(page, watcher, `/dashboard?search=${encodeURIComponent(auction.projectName)}`)
  const card = page.getByRole('article').filter({ hasText: auction.projectName })
  await card.getByText('lance inicial').waitFor()
  await bid(bidder, auction, 4200)
  await card.getByText('lance líder').waitFor()
  expect(plain(await card.innerText())).toContain('R$ 42,00')
})

test(
  'news that comes while the list is being read is not undone by what was read before it',
  RELEASE,
  async () => {
    const auction = await newAuction({ price: 2000 })
    const [watcher, bidder] = await Promise.all([newFan(), newFan({ centavos: 9000 })])
    const visitor = await visit()
    const { page } = visitor
    await enter(page, watcher, `/dashboard?search=${encodeURIComponent(auction.projectName)}`)
    const card = page.getByRole('article').filter({ hasText: auction.projectName })
    await card.getByText('lance inicial').waitFor()

    // A slow line: the server has read the list before the bid, its answer arrives after the news of it.
    const arrive = Promise.withResolvers<void>()
    const wasRead = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname === '/api/v1/projects',
      async (route) => {
        const response = await route.fetch()
        wasRead.resolve()
        await arrive.promise
        await route.fulfill({ response })
      },
    )
    // Whoever comes back to the tab reads anew what is older than five seconds.
    await sleep(5500)
    const html = page.locator('html')
    await html.evaluate(({ ownerDocument }) =>
      ownerDocument.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await wasRead.promise
    await bid(bidder, auction, 4200)
    await card.getByText('lance líder').waitFor()
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/v1/projects',
    )
    arrive.resolve()
    await (await answered).finished()
    await sleep(500)
    expect(plain(await card.innerText())).toContain('R$ 42,00')
    await visitor.end()
  },
)

/** The layout of the back office: on a phone, and at an unknown address. */
import { expectAccessible, expectWithin } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test } from './fixtures.ts'

test('an unknown address keeps the menu, and leads to the dashboard', RELEASE, async () => {
  const visitor = await visitAsAdmin('/admin/nowhere/at-all', PHONE)
  const { page } = visitor
  await page.getByRole('heading', { name: '_página não encontrada' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  await expectAccessible(page, 'nowhere')
  await page.getByRole('link', { name: 'Ir para o painel' }).click()
  await page.getByRole('heading', { name: '_painel' }).waitFor()
})

test(
  'where nobody says what the reader’s role may do, menu and dashboard say so, and try again',
  RELEASE,
  async () => {
    const visitor = await visitAsAdmin('/admin/guide', DESKTOP, /status of 500/)
    const { page } = visitor
    await page.route(/admin\/office/, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/admin/dashboard')
    await page.getByText('Não conseguimos carregar o menu.').waitFor()
    await page.getByText('Não conseguimos carregar esta página.').waitFor()
    await expectAccessible(page, 'the dashboard without a role')
    await shot(page, 'admin-no-office')
    await page.unroute(/admin\/office/)
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
    await page.getByRole('heading', { name: '_painel' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Menu da administração' })
      .getByRole('link', { name: 'Logs' })
      .waitFor()
  },
)

test('on a phone the menu changes the language, and changes it back', RELEASE, async () => {
  const visitor = await visitAsAdmin('/admin/projects', PHONE)
  const { page } = visitor
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Requests' }).waitFor()
  await expectAccessible(page, 'the menu in English')
  await page.getByRole('dialog').getByRole('button', { name: 'Português' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Solicitações' }).waitFor()
})

for (const path of ['/admin/requests?which=all', '/admin/activity'])
  test(`on a phone the search has a line of its own: ${path}`, RELEASE, async () => {
    const visitor = await visitAsAdmin(path, PHONE)
    const { page } = visitor
    const [search, filters] = [page.getByRole('searchbox'), page.getByRole('button', { name: 'Filtros' })]
    await filters.waitFor()
    const above = async () => {
      const [box, button] = await Promise.all([search.boundingBox(), filters.boundingBox()])
      return box !== null && button !== null && box.width > 250 && box.y + box.height <= button.y
    }
    await expect.poll(above).toBe(true)
    await expectWithin(page, path)
    await shot(page, `search-phone-${path.includes('requests') ? 'requests' : 'activity'}`)
    await page.setViewportSize(DESKTOP)
    await expectWithin(page, `${path}, wide`)
    await shot(page, `search-desktop-${path.includes('requests') ? 'requests' : 'activity'}`)
  })

test('a corrected symbol is no longer marked as invalid', RELEASE, async () => {
  const visitor = await visitAsAdmin('/admin/projects/create', PHONE)
  const { page } = visitor
  const symbol = page.getByLabel('Símbolo')
  await symbol.fill('x')
  await page.getByRole('button', { name: 'Criar projeto' }).click()
  await page.locator('[name=symbol][aria-invalid=true]').waitFor()
  await symbol.pressSequentially('yz')
  await page.locator('[name=symbol][aria-invalid=false]').waitFor()
})

test('the guide begins with what it says, each a way there', RELEASE, async () => {
  const visitor = await visitAsAdmin('/admin/guide', DESKTOP)
  const { page } = visitor
  const index = page.getByRole('navigation', { name: 'Nesta página' })
  const [titles, ways] = [page.getByRole('heading', { level: 2 }), index.getByRole('link')]
  await ways.first().waitFor()
  const named = await ways.allInnerTexts()
  expect(named.length).toBeGreaterThan(5)
  expect((await titles.allInnerTexts()).slice(1)).toEqual(named)
  await expectWithin(page, 'the guide')
  await shot(page, 'admin-guide')
  await ways.last().press('Enter')
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe(new URL(page.url()).hash.slice(1))
})

test(
  'on a phone the guide is folded: one part at a time by touch, keyboard and address',
  RELEASE,
  async () => {
    const visitor = await visitAsAdmin('/admin/guide', PHONE)
    const { page } = visitor
    const open = page.locator('details[open]')
    const opened = () => open.locator('summary').getAttribute('id')
    await page.locator('summary').first().waitFor()
    expect(await open.count()).toBe(0)
    await expectAccessible(page, 'the folded guide')
    await expectWithin(page, 'the folded guide')
    await shot(page, 'admin-guide-folded')
    await page.getByRole('heading', { level: 2, name: 'As tarefas esperam demais' }).click()
    await expect.poll(opened).toBe('TuneJobsWait')
    await open.getByText('O que fazer').waitFor()
    // By keyboard: the next one, which closes this one and stays in sight.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(opened).toBe('TuneWebhooksRefused')
    expect(await open.count()).toBe(1)
    await expectAccessible(page, 'an open part of the guide')
    await shot(page, 'admin-guide-part')
    await page.goto('/admin/guide#TuneDisputeIsOpen')
    await expect.poll(opened).toBe('TuneDisputeIsOpen')
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('TuneDisputeIsOpen')
    await visitor.end()
  },
)

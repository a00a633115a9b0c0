/** The figures of the back office: any days beside the days before, by pointer, by keys, as a picture and as a file. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { plain } from './bidding.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { enter, newAdmin } from './people.ts'

test.beforeAll(async () => {
  await plant()
})

/** Days long before anybody was here: whatever other journeys sell is not among them. */
async function plant(): Promise<void> {
  await withDatabase(async (sql) => {
    await sql`select private.count_figures(), private.count_charts(), private.count_market()`
    await sql`
      insert into private.daily_figures (day, payments, tokens, volume, fees)
      select '2024-03-01'::date + n, 0, 0, 1000 * (n + 1), 100 * (n + 1) from generate_series(-10, 9) n
      where n <> -1
      on conflict do nothing`
    await sql`
      insert into private.daily_market (day, issued, played, resold, resale, first_price, waited, bids)
      values ('2024-03-04', 8, 6, 2, 6000, 4000, 10800000, 5), ('2024-03-09', 2, 1, 0, 0, 0, 0, 3)
      on conflict do nothing`
  })
}

const chart = (page: Page, title: string): Locator => page.getByRole('figure').filter({ hasText: title })

test(
  'any days beside the days before: hovered, stepped through by keys, and taken away as picture and file',
  RELEASE,
  async () => {
    const visitor = await visit({ viewport: DESKTOP })
    const { page } = visitor
    await enter(page, await newAdmin(), '/admin/dashboard?from=2024-03-01&to=2024-03-10')
    const volume = chart(page, 'Volume de vendas')
    const drawing = volume.getByRole('img', {
      name: /^Volume de vendas, por dia, de 01\/03 a 10\/03: R\$.550,00/,
    })
    await drawing.waitFor()
    // The days before gave back R$ 450,00 more than they sold.
    await volume.getByText('Nos 10 dias anteriores:', { exact: false }).waitFor()
    for (const tick of ['− R$ 100', 'R$ 0', 'R$ 100']) {
      await expect.poll(async () => plain((await drawing.textContent()) ?? '')).toContain(tick)
    }

    const days = volume.getByRole('slider', { name: 'Volume de vendas: ler dia a dia' })
    await days.focus()
    const reads = async (text: string) => {
      await expect.poll(async () => plain((await days.getAttribute('aria-valuetext')) ?? '')).toBe(text)
      await expect.poll(async () => plain(await volume.innerText())).toContain(text)
    }
    await reads('10/03: R$ 100,00 · antes, 29/02: R$ 0,00')
    await page.keyboard.press('ArrowLeft')
    await reads('09/03: R$ 90,00 · antes, 28/02: − R$ 10,00')
    await page.keyboard.press('Home')
    await reads('01/03: R$ 10,00 · antes, 20/02: − R$ 90,00')
    await page.keyboard.press('Tab')
    await expect.poll(() => volume.innerText()).not.toContain('01/03: ')

    const box = await days.boundingBox()
    if (!box) throw new Error('the slider has no place')
    await page.mouse.move(box.x + box.width * 0.34, box.y + 40)
    await reads('04/03: R$ 40,00 · antes, 23/02: − R$ 60,00')
    await shot(page, 'admin-charts')

    await expectAnswers(page)
    await expectTakenAway(page, volume)
    await expectAccessible(page, 'charts of the figures')
    await visitor.end()
  },
)

/** The questions, each answered by the planted days. */
async function expectAnswers(page: Page): Promise<void> {
  for (const [title, answer] of [
    ['Horas compradas que foram tocadas', '70% · 7 de 10'],
    ['Preço na revenda, sobre o primeiro preço', '150%'],
    ['Tempo livre até a revenda de uma unidade', '1,5 h'],
    ['Lances por unidade revendida', '4'],
  ] as const) {
    const figure = chart(page, title)
    await expect.poll(async () => plain(await figure.locator('figcaption').innerText())).toContain(answer)
  }
  // A single day says what it was.
  const resale = chart(page, 'Preço na revenda, sobre o primeiro preço').getByRole('img')
  await expect.poll(() => resale.locator('circle').count()).toBeGreaterThan(0)
  await expect.poll(() => resale.textContent()).toContain('150%')
}

async function expectTakenAway(page: Page, volume: Locator): Promise<void> {
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    volume.getByRole('button', { name: 'Salvar imagem: Volume de vendas' }).click(),
  ])
  expect(picture.suggestedFilename()).toBe('tune-Volume de vendas.png')
  const drawn = await readFile(await picture.path())
  expect(drawn.subarray(1, 4).toString()).toBe('PNG')
  expect(drawn.readUInt32BE(16)).toBeGreaterThan(800)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ])
  const rows = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(rows[0]).toMatch(/^\uFEFFdia;volume de vendas;taxas da plataforma;/)
  expect(rows[4]).toContain('04/03/2024;40,00;4,00;0,00;8;6;2;60,00;40,00;3,00;5;23/02/2024;-60,00;')
}

test('the days are chosen, kept in the address, and refused where they make no sense', RELEASE, async () => {
  const visitor = await visit({ viewport: DESKTOP, allowed: /status of 400/ })
  const { page } = visitor
  await enter(page, await newAdmin(), '/admin/dashboard')
  await page.getByRole('radio', { name: '90 dias' }).click()
  await page.waitForURL(/from=\d{4}-\d\d-\d\d$/)
  await page.getByRole('radio', { name: '30 dias' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByLabel('De', { exact: true }).fill('01/03/2024')
  await page.waitForURL(/from=2024-03-01/)
  // That is more than a year until now: it is said at the field, and the last figures stay.
  await page.getByText('Este filtro não faz sentido', { exact: false }).waitFor()
  await chart(page, 'Volume de vendas').getByRole('img').or(chart(page, 'Volume de vendas')).first().waitFor()
  expect(await page.getByLabel('Até', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Até', { exact: true }).fill('03/03/2024')
  await page.waitForURL(/from=2024-03-01&to=2024-03-03/)
  await page.getByRole('img', { name: /^Volume de vendas, por dia, de 01\/03 a 03\/03: R\$.60,00/ }).waitFor()
  await page.reload()
  await page.getByRole('img', { name: /^Volume de vendas, por dia, de 01\/03 a 03\/03/ }).waitFor()
  expect(await page.getByLabel('Até', { exact: true }).inputValue()).toBe('03/03/2024')
})

test(
  'on a phone in English: one day is a point with its value, and no days are a sentence',
  RELEASE,
  async () => {
    const visitor = await visit({ viewport: PHONE, locale: 'en-GB' })
    const { page } = visitor
    await enter(page, await newAdmin({ language: 'en' }), '/admin/dashboard?from=2024-03-04&to=2024-03-04')
    const volume = chart(page, 'Sales volume')
    await volume.getByRole('img', { name: /^Sales volume, by day, from 4 Mar to 4 Mar: R\$.40,00/ }).waitFor()
    await volume.getByText('+33% on the day before', { exact: false }).waitFor()
    await expect
      .poll(async () => plain((await volume.getByRole('img').textContent()) ?? ''))
      .toContain('R$ 40,00')
    const held = chart(page, 'Held money')
    await held.getByText('Nothing in this period.', { exact: false }).waitFor()
    expect(await held.getByRole('slider').count()).toBe(0)
    // The table of who came back is counted less often than people buy.
    await page.route('**/api/v1/admin/figures?*', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      const json = { data: { ...data, boughtSince: true, cohortsAt: '2026-01-02T16:38:00Z' } }
      await route.fulfill({ response, json })
    })
    await page.reload()
    await page
      .getByText(
        'Not counted since the last purchase: this table is counted once an hour. The last time was on',
      )
      .waitFor()
    await expectAccessible(page, 'charts of one day')
    await shot(page, 'admin-charts-one-day-390')
    await visitor.end()
  },
)

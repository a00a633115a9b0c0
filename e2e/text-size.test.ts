/** Browser text at 150 % and 200 %: nothing is covered and nothing is cut off. */
import type { Page } from '@playwright/test'
import type { TokenWire } from '#server/product/access/contract.ts'
import type { Answer } from '#server/product/api/call.ts'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { expectWithin } from './accessibility.ts'
import { bid, newAuction, newProject } from './auctions.ts'
import { expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { call, deposit, enter, type Fan, fileAdmin, newFan, projectNamed } from './people.ts'

/** The link of a gift. */
async function giftLink(): Promise<string> {
  const { uid } = await newProject({ supply: 1, price: 2000 })
  const { session } = await newFan({ centavos: 10_000 })
  const token = session.access_token
  await call('/api/v1/buy-token-balance', {
    token,
    body: { typeBuy: 'mint', UID: uid, gift: { email: null, words: 'Para o seu domingo.' } },
  })
  const [gift] = (await call<Answer<GiftWire[]>>('/api/v1/gifts', { token })).data
  return (await call<Answer<{ link: string }>>(`/api/v1/gifts/${gift?.uid}/link`, { token, body: {} })).data
    .link
}

const SIZES = [
  { textPx: 24, widths: [320, 390, 1440] },
  { textPx: 32, widths: [320, 390, 1440] },
]

for (const { textPx, widths } of SIZES)
  test.describe(`text of ${textPx} px`, () => {
    test.use({ textPx })

    for (const width of widths)
      test(`every screen at ${width} px`, RELEASE, async () => {
        const fan = await newFan({ centavos: 90_000_000 })
        await call('/api/v1/redeem-balance', {
          token: fan.session.access_token,
          body: { pixKeyType: 'email', pixKey: fan.email, amount: 12_345_678 },
        })
        const { uid } = await projectNamed(fan, 'Noite de Lata')
        const auction = await projectNamed(fan, 'Janela Acesa')
        const admin = await fileAdmin()
        const visitor = await visit({ viewport: { width, height: width < 500 ? 844 : 900 } })
        const { page } = visitor
        await page.goto('/')
        await expectClear(page, `sign-in at ${width}`)
        await page.goto(`/p/${uid}`)
        await expectClear(page, `open page at ${width}`)
        await page.goto(`/p/${auction.uid}`)
        await expectClear(page, `open page of an auction at ${width}`)
        const { artistSlug } = (await call<Answer<PublicProjectWire>>(`/api/v1/projects/${uid}/public`)).data
        for (const path of [`/a/${artistSlug}`, await giftLink()]) {
          await page.goto(path)
          await expectClear(page, `${path} at ${width}`)
        }
        await enter(page, fan, '/dashboard')
        for (const path of [
          '/dashboard',
          '/deposit',
          '/shelf',
          '/shelf/security',
          '/support',
          '/statement',
          '/redeem-balance',
          '/register-project',
          `/payment/${uid}`,
          `/auction/${auction.uid}`,
          `/project/${uid}`,
          '/alerts',
          '/studio',
          '/bids',
        ]) {
          await page.goto(path)
          await expectClear(page, `${path} at ${width}`)
        }
        await page.goto('/deposit')
        await page.getByLabel('Valor', { exact: true }).pressSequentially('12345678')
        await page.getByRole('button', { name: 'Gerar código PIX' }).click()
        await page.getByLabel('PIX copia e cola').waitFor()
        await expectWithin(page, `a code at ${width}`)
        await enter(page, admin, '/admin/dashboard')
        await expectClear(page, `administrators at ${width}`)
        for (const path of ['/admin/projects/create', `/admin/projects/${uid}`]) {
          await page.goto(path)
          await expectClear(page, `${path} at ${width}`)
        }
      })
  })

// At 150 % a desktop is as narrow as a tablet.
for (const { textPx, width } of [
  { textPx: 16, width: 800 },
  { textPx: 24, width: 1440 },
])
  test.describe(`text of ${textPx} px, ${width} px wide`, () => {
    test.use({ textPx })
    test('a list that is too wide scrolls by itself', RELEASE, async () => {
      const fan = await newFan()
      const body = { user_id: fan.uid, subject: 'Compras', message: 'Meu $TUNE não tocou. '.repeat(10) }
      await call('/rest/v1/support_requests', { token: fan.session.access_token, body })
      const admin = await fileAdmin()
      const visitor = await visit({ viewport: { width, height: 900 } })
      const { page } = visitor
      await enter(page, admin, '/admin/support')
      await page.getByRole('cell', { name: 'Meu $TUNE' }).first().waitFor()
      await expectWithin(page, 'support')
    })
  })

test.describe('text of 32 px on a phone', () => {
  test.use({ textPx: 32 })

  for (const viewport of [PHONE, { width: 320, height: 568 }])
    test(
      `an hour that runs covers neither the bid button nor what has the focus, at ${viewport.width} px`,
      RELEASE,
      async () => {
        const { holders } = await newAuction()
        const { uid } = await newAuction()
        const fan = holders[0] as Fan
        const token = fan.session.access_token
        const shelf = await call<Answer<TokenWire[]>>('/api/v1/user-projects', { token })
        await call('/api/v1/play', { token, body: { UID: shelf.data[0]?.uid } })
        const visitor = await visit({ viewport })
        const { page } = visitor
        await enter(page, fan, `/auction/${uid}`)
        const strip = page.getByRole('region', { name: 'sua hora está correndo' })
        await strip.waitFor()
        // It is one line: name and clock beside each other.
        const [name, clock, box] = await Promise.all(
          [strip.getByText(/^Eco/), strip.getByRole('timer'), strip].map((part) => part.boundingBox()),
        )
        if (!name || !clock || !box) throw new Error('the strip is not there')
        if (viewport.width < 390) expect(clock.y).toBeLessThan(name.y + name.height)
        expect(box.height).toBeLessThan(viewport.height / 5)
        await shot(page, `hour-strip-${viewport.width}`)
        const bid = page.getByRole('button', { name: 'Enviar lance' }).last()
        await bid.scrollIntoViewIfNeeded()
        await bid.click({ trial: true })
        await page.evaluate('scrollTo(0, 0)')
        await expectClear(page, 'auction with an hour running')
      },
    )

  test(
    'what has the focus in a dialog is in sight, also from its end to its beginning',
    RELEASE,
    async () => {
      const visitor = await visit({ viewport: PHONE })
      const { page } = visitor
      await enter(page, await newFan(), '/dashboard')
      await page.getByRole('button', { name: 'Como começar?' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      const count = await dialog.locator('a:visible, button:visible').count()
      for (let step = 0; step <= count; step++) {
        await page.keyboard.press('Tab')
        const hidden = await page.evaluate<string | null>(`
      (() => {
        const { top, bottom } = document.activeElement.getBoundingClientRect()
        return top < 0 || bottom > innerHeight ? document.activeElement.textContent || document.activeElement.ariaLabel : null
      })()`)
        expect(hidden).toBeNull()
      }
    },
  )
})

test(
  'text zoomed alone, which media queries do not know of: nothing reaches beyond the screen',
  RELEASE,
  async () => {
    const [holding, auction] = [await newAuction(), await newAuction()]
    const fan = holding.holders[0] as Fan
    await withDatabase((sql) => sql`update users set language = 'en' where uid = ${fan.uid}`)
    await deposit(fan, 9000)
    await bid(fan, auction, 3000)
    const visitor = await visit({ viewport: PHONE, locale: 'en-US' })
    const { page } = visitor
    await enter(page, fan, '/dashboard')
    for (const path of [
      '/dashboard',
      '/shelf',
      '/bids',
      '/statement',
      '/deposit',
      `/auction/${auction.uid}`,
    ]) {
      await page.goto(path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      await page.locator('html[data-tight]').waitFor()
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
      await expectWithin(page, path)
    }
    const standing = page.locator('[data-bid-bar]')
    await standing.getByText('You lead').waitFor()
    await shot(page, 'auction-text-200')
    // High as it is, it stands at the end of the page rather than over it.
    await expect.poll(async () => (await standing.boundingBox())?.y ?? 0).toBeGreaterThan(PHONE.height)
  },
)

/** The screen's title begins below the header, and every part of the header is visible. */
async function expectClear(page: Page, name: string): Promise<void> {
  // The sign-in page drawn by the server has no header yet.
  await page.locator('header').first().locator('a:visible, button:visible').first().waitFor()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.evaluate('document.fonts.ready')
  const faults = () =>
    page.evaluate<string[]>(`
    (() => {
      const header = document.querySelector('header')
      const title = [...document.querySelectorAll('main :is(h1, h2, h3)')].find((one) => one.offsetHeight > 0)
      const { bottom } = header.getBoundingClientRect()
      const cut = [...header.querySelectorAll('a, button')].filter((part) => {
        const place = part.getBoundingClientRect()
        return place.right > innerWidth || place.bottom > bottom
      })
      // The screens are in transition.
      if (!title) return ['no title']
      const covered = title.getBoundingClientRect().top < bottom ? [title] : []
      return [...covered, ...cut].map((part) => part.ariaLabel ?? part.textContent)
    })()`)
  await expect.poll(faults, { message: name }).toEqual([])
  await expectWithin(page, name)
}

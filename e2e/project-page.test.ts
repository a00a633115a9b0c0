/** A project's public page, and the way in from there. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closeDialog, expectAccessible } from './accessibility.ts'
import { newAuction, newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
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
import { buyWithBalance, deposit, enter, newFan, projectNamed } from './people.ts'

/** The browser logs refused and missing pages as failed resources. */
const GONE = /status of 4(04|10)/

/** On a phone the one action is there without scrolling, above whatever stands at the bottom. */
async function expectInSight(page: Page, name: string): Promise<void> {
  const box = await page.locator('article').getByRole('link', { name }).boundingBox()
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height - 56)
}

test('a stranger opens a shared link, signs in, and returns to it', async () => {
  const fan = await newFan()
  const { uid } = await projectNamed(fan, 'Maré Cheia')
  const visitor = await visit()
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/p/${uid}`)
  await page.getByRole('heading', { name: 'Maré Cheia', level: 1 }).waitFor()
  expect(await page.title()).toMatch(/^Maré Cheia, de .+ · Tune$/)
  const ground = "getComputedStyle(document.querySelector('article')).backgroundColor"
  expect(await page.evaluate(ground)).toMatch(/^oklch\(0\.2 0\.0/)
  await shot(page, 'project-phone')
  await expectInSight(page, 'Quero ouvir')
  await page.getByRole('link', { name: 'Dar de presente' }).waitFor()

  await page.getByRole('link', { name: 'Quero ouvir' }).click()
  // The way in says what somebody came for, as registering does.
  const awaited = page.getByRole('region', { name: 'O que você veio buscar' })
  await awaited.getByText('Para ouvir Maré Cheia, de ').waitFor()
  await expectAccessible(page, 'signing in for a work')
  await shot(page, 'login-for-a-work-phone')
  // That work alone stands above the form, and leaves the form in the first screen.
  const sample = page.getByRole('button', { name: 'Ouvir a amostra, sem conta' })
  await expect.poll(() => sample.isVisible()).toBe(false)
  const submit = await page.getByRole('button', { name: 'Entrar', exact: true }).boundingBox()
  expect((submit?.y ?? Number.POSITIVE_INFINITY) + (submit?.height ?? 0)).toBeLessThanOrEqual(PHONE.height)
  // Its page is one press away, and an address from inside the product leads a stranger there at once.
  await awaited.getByRole('link', { name: 'Ver a página da obra' }).click()
  await page.waitForURL(`**/p/${uid}`)
  await page.goto(`/project/${uid}`)
  await page.waitForURL(`**/p/${uid}`)
  await page.getByRole('link', { name: 'Quero ouvir' }).click()
  await page.getByRole('link', { name: 'Crie sua conta' }).click()
  await page.waitForURL('**/register')
  await awaited.getByText('Para ouvir Maré Cheia, de ').waitFor()
  await page.goBack()
  await page.getByLabel('E-mail').fill(fan.email)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(`**/project/${uid}`)
  // Only once: afterwards the link to the dashboard leads to the dashboard.
  const action = page.locator('article').getByRole('link', { name: 'Quero ouvir' })
  await expectInSight(page, 'Quero ouvir')
  await page.getByRole('navigation', { name: 'Lugares' }).getByRole('link', { name: 'Ouvir' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  await page.goBack()
  await action.click()
  await page.waitForURL(`**/payment/${uid}`)

  // The payment page shares the project's public address.
  await page.getByRole('button', { name: 'Compartilhar' }).click()
  await expectToast(page, 'Link copiado.')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${world.url}/p/${uid}`)
  await page.evaluate(
    `navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
  )
  await page.getByRole('button', { name: 'Compartilhar' }).click()
  await expectToast(page, 'A API de compartilhamento não é suportada neste navegador.')

  await deposit(fan, 5000)
  await buyWithBalance(fan, uid)
  // As bought on another device: it is told on this one, over whatever is there, when paid and when the chain has it.
  await page.getByRole('dialog', { name: '$TUNE disponível' }).waitFor()
  await closeDialog(page)
  await page.goto(`/p/${uid}`)
  await page.waitForURL(`**/project/${uid}`)
  await page.getByRole('link', { name: 'Ouvir na minha estante' }).waitFor()
})

test(
  'a cover and a clip that were stored under another address of the installation are there',
  RELEASE,
  async () => {
    const { uid, projectName } = await newProject({ supply: 1, price: 2000 })
    await withDatabase(
      (sql) => sql`
      update projects set
        thumbnail = regexp_replace(thumbnail, '^https?://[^/]+', 'https://before.example'),
        (clip, clip_seconds) = (
          select regexp_replace(clip, '^https?://[^/]+', 'https://before.example'), clip_seconds
          from projects where project_name = 'Maré Cheia' and clip is not null limit 1
        )
      where uid = ${uid}`,
    )
    const visitor = await visit()
    const { page } = visitor
    await page.goto(`/p/${uid}`)
    const cover = page.getByRole('img', { name: new RegExp(projectName) })
    const width = () => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    await page.getByRole('button', { name: `Ouvir um trecho de ${projectName}` }).click()
    const sounding = page.getByRole('button', { name: `Parar o trecho de ${projectName}` })
    await expect.poll(() => sounding.innerText(), { timeout: 15_000 }).toMatch(/0:2[0-8]/)
    await visitor.end()
  },
)

test(
  'at auction it shows the leading bid and the next free unit, and links to the auction',
  RELEASE,
  async () => {
    const auction = await newAuction()
    const fan = await newFan()
    const visitor = await visit({ viewport: DESKTOP })
    const { page } = visitor
    // Who has no account yet reads that it is bid for, from what amount on, and that a bid may be passed.
    await page.goto(`/p/${auction.uid}`)
    await page.getByRole('link', { name: 'Dar um lance' }).waitFor()
    await page.getByText(/^Você dá um lance de R\$\s20,00 ou mais\..* alguém pode passar o seu\./).waitFor()
    await enter(page, fan, `/p/${auction.uid}`)
    await page.getByText('Lance inicial').waitFor()
    await page.getByText('Próx. item disponível em').waitFor()
    expect(await page.locator('article [role=timer]').first().innerText()).toMatch(/^0[01]:\d\d:\d\d$/)
    await expectAccessible(page, 'project at auction')
    await shot(page, 'project-auction')
    await page.getByRole('link', { name: 'Dar um lance' }).click()
    await page.waitForURL(`**/auction/${auction.uid}`)
    await page.getByRole('heading', { name: auction.projectName }).waitFor()
    await expectAccessible(page, 'tinted auction')
    await shot(page, 'auction-tinted')
    await visitor.end()
  },
)

test('in its first lot it is readable in both themes, and works by keyboard', RELEASE, async () => {
  const { uid, projectName } = await newProject({ supply: 3, price: 3800 })
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await page.goto(`/p/${uid}`)
  await page.getByText('3 de 3').waitFor()
  await page.getByText('R$ 38,00').waitFor()
  await expectAccessible(page, 'project')
  await shot(page, 'project-desktop')
  const reached: string[] = []
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate<string>('document.activeElement.textContent'))
  }
  expect(reached).toContain('Quero ouvir')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(projectName)
})

test('an unknown address and a closed project are explained, with a way on', RELEASE, async () => {
  const visitor = await visit({ allowed: GONE })
  const { page } = visitor
  const missing = await page.goto(`/p/${randomUUID()}`)
  expect(missing?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Não encontramos este projeto' }).waitFor()
  await shot(page, 'project-missing')

  const { uid } = await newProject({ supply: 1, price: 2000 })
  await withDatabase((sql) => sql`update projects set expired_at = now() where uid = ${uid}`)
  const closed = await page.goto(`/p/${uid}`)
  expect(closed?.status()).toBe(410)
  await page.getByText('As vendas deste projeto terminaram.').waitFor()
  await page.getByRole('link', { name: 'Ver outros projetos' }).waitFor()
  await shot(page, 'project-closed')
})

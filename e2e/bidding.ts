/** What a fan does and sees on an auction's page. */
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillCard, type Visit } from './fixtures.ts'
import { enter, type Fan } from './people.ts'

/** Live changes cross the database, the chain and the line. */
export const LIVE_MS = 30_000

/** Opens the page of an auction as a fan, and writes down every toast from then on. */
export async function enterAuction({ page }: Visit, fan: Fan, uid: string): Promise<void> {
  await page.addInitScript({ path: join(import.meta.dirname, 'record-toasts.js') })
  // What is changed from here on is told: the line stands, and has read what there was.
  const told = page.waitForResponse((answer) => answer.url().includes('/rest/v1/bids'), { timeout: LIVE_MS })
  await enter(page, fan, `/auction/${uid}`)
  await section(page, '_lances').waitFor()
  await told
}

/** What toasts have said on this page since it was opened, in their order. */
function toasts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.toastsShown')
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => toasts(page), { timeout: LIVE_MS }).toContain(text)
}

/** No toast is on the page any more. */
export async function expectQuiet(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator('[role="status"][aria-live="polite"]').count(), { timeout: LIVE_MS })
    .toBe(0)
}

/** How often a toast has been shown so far. */
export async function timesTold(page: Page, text: string): Promise<number> {
  return (await toasts(page)).filter((said) => said === text).length
}

export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

export function row(page: Page, title: string, fan: Fan): Locator {
  return section(page, title).getByRole('row').filter({ hasText: fan.nickname })
}

/**
 * Where the page says that its reader stands: `1º · Você lidera`. A modal that comes late hides the page behind it; it
 * is understood first.
 */
export async function expectStanding(page: Page, words: string): Promise<void> {
  const standing = page.getByRole('status').filter({ hasText: 'Seu lance:', visible: true })
  const understood = page.getByRole('button', { name: 'Entendi' })
  await expect
    .poll(
      async () => {
        if (await understood.last().isVisible()) await understood.last().click()
        return (await standing.count()) > 0 ? plain(await standing.innerText()) : ''
      },
      { timeout: LIVE_MS },
    )
    .toContain(words)
}

/** Money is written with spaces that do not break. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Enviar lance' }).click()
  const form = page.getByRole('dialog', { name: '_enviar oferta' })
  await form.waitFor()
  return form
}

export async function typeAmount(form: Locator, centavos: number): Promise<void> {
  await form.getByLabel('Valor do lance').fill(String(centavos))
}

export async function send(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Enviar lance' }).click()
}

export async function confirm(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
  await question
    .getByText('Um lance confirmado não pode ser alterado nem cancelado.', { exact: false })
    .waitFor()
  await question.getByRole('button', { name: 'Confirmar Lance' }).click()
}

/** Fills the form for a card, whether or not the wallet could pay. */
export async function typeCard(page: Page, form: Locator, number: string): Promise<void> {
  const wallet = form.getByRole('switch', { name: /Pagar com saldo/ })
  if (await wallet.isVisible()) await wallet.click()
  await fillCard(page, number)
}

/** Presses "Entendi" in every dialog until none lies over the page. */
export async function understandAll(page: Page): Promise<void> {
  const understood = page.getByRole('button', { name: 'Entendi' })
  await expect
    .poll(
      async () => {
        if (await understood.last().isVisible()) await understood.last().click()
        return page.getByRole('dialog').count()
      },
      { timeout: LIVE_MS },
    )
    .toBe(0)
}

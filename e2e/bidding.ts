/** What a fan does and sees on an auction's page. */
import type { Locator, Page } from '@playwright/test'
import { expect, fillCard, pressIfThere, type Visit } from './fixtures.ts'
import { enter, type Fan } from './people.ts'

/** Opens an auction's page as a fan and records every toast from then on. */
export async function enterAuction({ page }: Visit, fan: Fan, uid: string): Promise<void> {
  // Once the page is subscribed and has read the existing bids, every later change is announced.
  const told = page.waitForResponse((answer) => answer.url().includes('/rest/v1/bids'))
  await enter(page, fan, `/auction/${uid}`)
  await section(page, '_lances').waitFor()
  await told
}

/** The texts of all toasts since the page was opened, in order. */
export function toasts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.toastsShown')
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => toasts(page)).toContain(text)
}

/** Waits until no toast is left on the page. */
export async function expectQuiet(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[role="status"][aria-live="polite"]').count()).toBe(0)
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
 * The reader's standing as the page shows it: `1º · Você lidera`. A late modal would hide the page behind it, so it
 * is dismissed first.
 */
export async function expectStanding(page: Page, words: string): Promise<void> {
  const standing = page.getByRole('status').filter({ hasText: 'Seu lance:', visible: true })
  const understood = page.getByRole('button', { name: 'Entendi' })
  await expect
    .poll(async () => {
      await pressIfThere(understood)
      return (await standing.count()) > 0 ? plain(await standing.innerText()) : ''
    })
    .toContain(words)
}

/** Collapses white space; money is formatted with non-breaking spaces. */
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
    .getByText(
      'Um lance confirmado não pode ser alterado nem cancelado. Só desativar a conta o encerra, e o dinheiro fica então no seu saldo.',
      { exact: false },
    )
    .waitFor()
  await question.getByRole('button', { name: 'Confirmar Lance' }).click()
}

/** Fills in the card form, whether or not the wallet could pay. */
export async function typeCard(page: Page, form: Locator, number: string): Promise<void> {
  const wallet = form.getByRole('switch', { name: /Pagar com saldo/ })
  await pressIfThere(wallet)
  await fillCard(page, number)
}

/** Presses "Entendi" in every dialog until none is left. */
export async function understandAll(page: Page): Promise<void> {
  const understood = page.getByRole('button', { name: 'Entendi' })
  await expect
    .poll(async () => {
      await pressIfThere(understood)
      return page.getByRole('dialog').count()
    })
    .toBe(0)
}

/** Accessibility checks, in both themes. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE, type Visit, visit } from './fixtures.ts'

/** The card processor draws these on a transparent background: measured without ours behind it, their contrast is meaningless. */
const CARD_FRAMES = 'iframe[name^="__privateStripeFrame"]'
const GRAVE = ['serious', 'critical']

/** The theme changes only colours, so the light theme is checked for contrast alone. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dark = await new AxeBuilder({ page }).exclude(CARD_FRAMES).analyze()
  await wear(page, 'light')
  const light = await new AxeBuilder({ page }).exclude(CARD_FRAMES).withRules(['color-contrast']).analyze()
  await wear(page, 'dark')
  const found = [...dark.violations, ...light.violations]
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .map(
      ({ id, nodes }) =>
        `${name}: ${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(' | ')}`,
    )
  expect(found).toEqual([])
}

/** The same, and nothing overflows the screen. */
export async function expectFitting(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await expectWithin(page, name)
}

/** Nothing overflows the screen. */
export async function expectWithin(page: Page, name: string): Promise<void> {
  const beyond = await page.locator('html').evaluate((html) => {
    const { scrollWidth, clientWidth } = html as unknown as { scrollWidth: number; clientWidth: number }
    return scrollWidth - clientWidth
  })
  expect(beyond, `${name} reaches beyond the screen`).toBeLessThanOrEqual(0)
}

async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.locator('html').evaluate((html, worn) => html.setAttribute('data-theme', worn), theme)
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Without animation, colours are measured at rest rather than half-way through a transition. */
export async function visitAtRest(browser: Browser, viewport: typeof PHONE = PHONE): Promise<Visit> {
  const visitor = await visit(browser, { viewport })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  return visitor
}

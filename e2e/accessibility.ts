/** Accessibility checks, in both themes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, PHONE, type Visit, visit } from './fixtures.ts'

/** The card processor draws these on a transparent background: measured without ours behind it, their contrast is meaningless. */
const CARD_FRAME = '__privateStripeFrame'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const GRAVE = ['serious', 'critical']

/** The theme changes only colours, so the light theme is checked for contrast alone. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dark = await violations(page, {})
  await wear(page, 'light')
  const light = await violations(page, { runOnly: ['color-contrast'] })
  await wear(page, 'dark')
  const found = [...dark, ...light]
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .map(
      ({ id, nodes }) =>
        `${name}: ${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(' | ')}`,
    )
  expect(found, found.join('\n')).toEqual([])
}

/**
 * What axe finds in the page and its frames. It describes violations alone: with what it passes, as its builder for
 * Playwright has it, a check takes five times as long.
 */
async function violations(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  for (const frame of page.frames())
    if (!frame.name().startsWith(CARD_FRAME))
      await frame.evaluate(
        `if (!window.axe) { ${AXE}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }) }`,
      )
  const context = { exclude: [[`iframe[name^="${CARD_FRAME}"]`]] }
  return page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
      .then(({ violations }) => violations)`,
  )
}

/** The same, and nothing overflows the screen. */
export async function expectFitting(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await expectWithin(page, name)
}

/** Nothing overflows the screen; otherwise it names what reaches beyond it. */
export async function expectWithin(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate<string[]>(`
    (() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth)
      return [scrollWidth + ' px of ' + clientWidth, ...wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 300))]
    })()`)
  expect(beyond, `${name} reaches beyond the screen`).toEqual([])
}

async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.locator('html').evaluate((html, worn) => html.setAttribute('data-theme', worn), theme)
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Without animation, colours are measured at rest rather than half-way through a transition. */
export async function visitAtRest(viewport: typeof PHONE = PHONE): Promise<Visit> {
  const visitor = await visit({ viewport })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  return visitor
}

/** `above` ends where `below` begins, or before. */
export async function expectAbove(above: Locator, below: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all([above.boundingBox(), below.boundingBox()])
      return one !== null && other !== null && one.y + one.height <= other.y
    })
    .toBe(true)
}

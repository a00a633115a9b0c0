/** Keyboard navigation. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More presses than any screen has focusable elements, with all the works of a whole run on it. */
const FAR = 300

export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.matches(':focus'))
}

/** Presses Tab until the element has the focus; fails if it never does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < FAR && !(await isFocused(target)); presses++)
    await page.keyboard.press('Tab')
  expect(await isFocused(target)).toBe(true)
}

/** Tabs to an element, waits while it shows that it is not ready yet, and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await expect.poll(() => target.getAttribute('aria-disabled')).not.toBe('true')
  await page.keyboard.press(key)
}

/** Tabs to a field and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/**
 * Moves the choice of a radio group by an arrow key. The key is held until the radio is chosen, as a finger does for a
 * moment, because that is when the group chooses: on a busy machine a tap may be over too soon.
 */
export async function chooseByArrow(
  page: Page,
  key: 'ArrowLeft' | 'ArrowRight',
  radio: Locator,
): Promise<void> {
  await page.keyboard.down(key)
  await expect.poll(() => radio.isChecked()).toBe(true)
  await page.keyboard.up(key)
}

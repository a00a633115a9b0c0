/** The back office as the demonstration's administrator sees it. */
import type { Browser } from 'playwright-core'
import { type PHONE, type Visit, visit } from './fixtures.ts'
import { enter, fileAdmin } from './people.ts'

/** Without animation. `allowed`: what the browser may log, such as a refusal that is meant. */
export async function visitAsAdmin(
  browser: Browser,
  path: string,
  viewport: typeof PHONE,
  allowed?: RegExp,
): Promise<Visit> {
  const visitor = await visit(browser, { viewport, ...(allowed && { allowed }) })
  await enter(visitor.page, await fileAdmin(), path)
  return visitor
}

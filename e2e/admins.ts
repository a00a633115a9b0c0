/** The back office as the administrator of a file sees it. */
import { type PHONE, type Visit, visit } from './fixtures.ts'
import { enter, fileAdmin } from './people.ts'

/** Without animation. `allowed`: what the browser may log, such as a refusal that is meant. */
export async function visitAsAdmin(path: string, viewport: typeof PHONE, allowed?: RegExp): Promise<Visit> {
  const visitor = await visit({ viewport, ...(allowed && { allowed }) })
  await enter(visitor.page, await fileAdmin(), path)
  return visitor
}

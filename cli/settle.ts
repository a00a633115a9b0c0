/** Settles whatever is due. Safe at any time and beside any worker: settled windows stay as they are. */
import { settleDue, untilDue } from '#server/product/market/settle.ts'
import { withProduct } from './product.ts'

export const usage = [
  ['settle', 'settles every window, unit and closing that is due; says how many steps it took'],
] as const

export function run(): Promise<number> {
  return withProduct(async ({ sql, say }) => {
    let all = 0
    for (let done = -1; done !== 0; all += done) done = await settleDue(sql)
    const next = await untilDue(sql)
    say(
      `${all} settled. ${next === null ? 'Nothing is in sight.' : `The next is due in ${Math.ceil(next / 1000)} s.`}`,
    )
    return 0
  })
}

/** Artists whom the house owes money, with everything that a payout takes. */
import { expect } from 'vitest'
import type { Market, TestFan, TestProject } from './market.ts'
import { buyFromWallet } from './paid-by-card.ts'

/** One of whom a unit at R$ 40,00 was sold and played, which leaves R$ 36,00, with a key that two administrators agreed on. */
export async function owedArtist(
  market: Market,
  [first, second]: readonly [TestFan, TestFan],
): Promise<{ uid: string; path: string; project: TestProject }> {
  const project = await market.newProject({ price: 4000 })
  const payment = await buyFromWallet(market, await market.newFan(4000), project)
  await market.sql`
    update mints set status_song = 'pending', played_at = now()
    from payments where payments.id = payment_id and payments.uid = ${payment}`
  const [artist] = await market.sql<{ uid: string }[]>`
    select artists.uid from private.artists join projects on lower(author_wallet) = wallet where projects.id = ${project.id}`
  const uid = artist?.uid ?? ''
  const path = `/admin/artists/${uid}`
  const key = { legalName: 'Coral Ltda.', pixKeyType: 'email', pixKey: `a${project.id}@tune.test` }
  const { data } = (await market.call(first, `${path}/keys`, key)) as unknown as { data: { id: number } }
  expect((await market.call(second, `${path}/keys/${data.id}/confirm`, {})).status).toBe(200)
  return { uid, path, project }
}

/** A notice's mail shows the cover of its work, and never another's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { notificationMail } from './notifications.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function noticeAbout(project: string): Promise<Record<string, string> | undefined> {
  const fan = await market.newFan()
  const [row] = await market.sql<{ id: number }[]>`
    insert into notifications (user_id, kind, data)
    values (${fan.uid}, 'won', ${market.sql.json({ project, amount: 2000 })}) returning id`
  return (await notificationMail(market.sql, row?.id ?? 0))?.mail.data
}

test('the work that the notice names', async () => {
  const { uid, id } = await market.newProject()
  await market.sql`update projects set project_name = 'Única' where id = ${id}`
  expect(await noticeAbout('Única')).toEqual({ project: 'Única', amount: '2000', cover: uid })
})

test('no work where two have the name, where it is not published, or where none has it', async () => {
  const [one, other, draft] = [
    await market.newProject(),
    await market.newProject(),
    await market.newProject(),
  ]
  await market.sql`update projects set project_name = 'Dupla' where id in ${market.sql([one.id, other.id])}`
  await market.sql`update projects set project_name = 'Rascunho', is_active = false where id = ${draft.id}`
  for (const name of ['Dupla', 'Rascunho', 'Nenhuma'])
    expect(await noticeAbout(name)).not.toHaveProperty('cover')
})

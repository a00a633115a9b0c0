/** What notices say and where they lead; a notice's mail shows the cover of its work, and never another's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { settleDue } from '../market/settle.ts'
import type { MailRequest } from '../outbox.ts'
import type { NotificationsWire } from './contract.ts'
import { notificationMail } from './notifications.ts'
import { renderMail } from './render-mail.ts'

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

test.each([
  ['access_ended', false, 'Você não deu o play a tempo'],
  ['access_ended', true, 'Obrigado por ouvir!'],
  ['token_sold', false, 'Você não deu o play a tempo'],
  ['token_sold', true, 'Obrigado por ouvir!'],
] as const)('%s, played %s: "%s", and what can be done now', async (kind, played, sentence) => {
  const project = await market.newProject({ supply: 1 })
  const [fan, rival] = await Promise.all([market.newFan(2000), market.newFan(2000)])
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  if (kind === 'token_sold')
    await market.call(rival, '/buy-token-balance', { typeBuy: 'bid', UID: project.uid, amount: 2000 })
  await market.sql`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() - interval '1 second',
      status_song = ${played ? 'pending' : 'none'}, played_at = ${played ? new Date() : null}
    where user_id = ${fan.uid}`
  await settleDue(market.sql)

  const { data } = (await market.call(fan, '/notifications')) as unknown as NotificationsWire
  expect(data.notifications[0]).toMatchObject({ kind, path: `/project/${project.uid}` })
  const [row] = await market.sql<{ id: number }[]>`
    select id from notifications where user_id = ${fan.uid} and kind = ${kind}`
  const notice = await notificationMail(market.sql, row?.id ?? 0)
  const platform = { publicUrl: 'https://tune.test', product: 'Tune', support: 'suporte@tune.test' }
  const mail = renderMail(notice?.mail as MailRequest, platform)
  for (const text of [data.notifications[0]?.message, mail.text, mail.html]) expect(text).toContain(sentence)
  expect(mail.text).toContain(`Ver o projeto: https://tune.test/project/${project.uid}`)
})

test('what a notice says of its reader’s own money is named, and what others pay is not', async () => {
  const fan = await market.newFan()
  const until = new Date().toISOString()
  for (const [kind, data] of Object.entries({
    outbid: { project: 'Maré', amount: 2000, leading: 123_456 },
    unit_below: { project: 'Maré', amount: 2000, until },
    access_ended: { project: 'Maré' },
  }))
    await market.sql`
      insert into notifications (user_id, kind, data) values (${fan.uid}, ${kind}, ${market.sql.json(data)})`
  const { data } = (await market.call(fan, '/notifications')) as unknown as NotificationsWire
  const named = Object.fromEntries(data.notifications.map(({ kind, ownAmount }) => [kind, ownAmount]))
  expect(named).toEqual({ outbid: 'R$ 20,00', unit_below: null, access_ended: null })
  const outbid = data.notifications.find(({ kind }) => kind === 'outbid')
  expect(outbid?.message).toContain('Seu lance de R$ 20,00 por')
})

/** Files in a conversation with support: from both sides and by mail, for both sides alone, and gone with the account. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTACHMENT_MAX_BYTES } from '#domain/attachment.ts'
import { createApp } from '../../app.ts'
import { createApiKey } from '../../platform/http/api-keys.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { createTasks } from '../tasks.ts'
import type { OwnConversationWire, SupportDetailWire } from './contract.ts'

let market: Market
let app: ReturnType<typeof createApp>
let agent: TestFan
let picture: Buffer
beforeAll(async () => {
  market = await createMarket()
  app = createApp(market.ctx)
  agent = await market.newFan()
  await market.sql`update users set role = 'support' where uid = ${agent.uid}`
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => market.close())

const PDF = Buffer.from('%PDF-1.7\nrecibo')

async function asked(fan: TestFan): Promise<number> {
  const [row] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saldo', 'Cadê meu dinheiro?')
    returning id`
  return row?.id ?? 0
}

/** By the door that browsers use. Resolves with the file's uid, or with the door's answer. */
async function upload(
  who: TestFan,
  folder: string,
  { bytes, type }: { bytes: Buffer; type: string } = { bytes: PDF, type: 'application/pdf' },
): Promise<{ uid: string; status: number }> {
  const uid = crypto.randomUUID()
  const response = await app.request(`/storage/v1/object/support/${folder}/${uid}`, {
    method: 'POST',
    headers: {
      apikey: createApiKey('anon', market.ctx.env.JWT_SECRET),
      authorization: `Bearer ${who.token}`,
      'content-type': type,
    },
    body: new Uint8Array(bytes),
  })
  return { uid, status: response.status }
}
const reply = (who: TestFan, id: number, files: object[], headers = {}) =>
  market.call(who, `/support-requests/${id}/replies`, { message: 'Segue o comprovante.', files }, headers)
/** What mails on their way to `fan` say of files. */
const mailed = (fan: TestFan) =>
  market.sql`
    select payload ->> 'template' as template, payload -> 'data' ->> 'attached' as attached
    from graphile_worker._private_jobs where payload ->> 'to' = ${fan.email} order by id`
const answer = (id: number, files: object[] = []) =>
  market.call(agent, `/admin/support/${id}/answers`, { message: 'Já vamos ver.', files })
const own = async (who: TestFan, id: number) =>
  (await market.call(who, `/support-requests/${id}`)).data as OwnConversationWire
const read = async (id: number) =>
  (await market.call(agent, `/admin/support/${id}`)).data as SupportDetailWire
const stored = (uid: string) =>
  market.sql`select owner from storage.objects where bucket_id = 'support' and name like ${`%/${uid}`}`

test('files go both ways, and both sides save them', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  const [photo, receipt] = [
    await upload(fan, `asked/${id}`, { bytes: picture, type: 'image/png' }),
    await upload(fan, `asked/${id}`),
  ]
  expect([photo.status, receipt.status]).toEqual([200, 200])
  const files = [
    { uid: photo.uid, name: 'tela do app.png' },
    { uid: receipt.uid, name: 'recibo “PIX”.pdf' },
  ]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const sent = await Promise.all([1, 2, 3].map(() => reply(fan, id, files, key)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  const [said] = (await own(fan, id)).answers
  expect(said?.files).toMatchObject([
    { name: 'tela do app.png', type: 'image/png', isImage: true },
    { name: 'recibo “PIX”.pdf', type: 'application/pdf', size: PDF.length, isImage: false },
  ])
  expect((await read(id)).answers).toMatchObject([{ files: said?.files, filesRefused: 0 }])

  const back = await upload(agent, `answered/${id}`)
  expect((await answer(id, [{ uid: back.uid, name: 'instruções.pdf' }])).status).toBe(200)
  expect(await mailed(fan)).toEqual([{ template: 'support_answered', attached: 'instruções.pdf' }])
  const shown = (await own(fan, id)).answers[1]?.files[0]
  expect(shown).toMatchObject({ name: 'instruções.pdf' })
  for (const [who, uid, room] of [
    [fan, said?.files[1]?.uid, 'support-requests'],
    [agent, said?.files[1]?.uid, 'admin/support'],
    [fan, shown?.uid, 'support-requests'],
  ] as const) {
    const file = await market.callRaw(who, `/${room}/${id}/files/${uid}`)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[!-~]+$/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(
    await market.sql`
      select admin_id from private.admin_actions where action = 'support.read-file' and subject = ${String(id)}`,
  ).toEqual([{ admin_id: agent.uid }])
})

test('whoever opens a request, which shows address and telephone, is in the audit trail, once a day', async () => {
  const [fan, agent] = [await market.newFan(), await market.newAdmin()]
  const [row] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Conta', 'Oi') returning id`
  for (const id of [row?.id, row?.id, 2 ** 40]) await market.callRaw(agent, `/admin/support/${id}`)
  expect(
    await market.sql`select action, subject from private.admin_actions where admin_id = ${agent.uid}`,
  ).toEqual([{ action: 'support.read', subject: String(row?.id) }])
})

test('the lists carry the beginning of what was said last, and nothing whole; the file does', async () => {
  const [fan, agent] = [await market.newFan(), await market.newAdmin()]
  const [row] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message)
    values (${fan.uid}, 'Conta', ${`${'😀'.repeat(139)} segredo`}) returning id::int`
  for (const path of ['/admin/support', '/admin/support-waiting']) {
    const listed = async () => {
      const { data } = await market.call(agent, `${path}?person=${fan.uid}`)
      return data as unknown as Record<string, unknown>[]
    }
    const [only] = await listed()
    expect(only).toMatchObject({ id: row?.id, latest: `${'😀'.repeat(139)}…` })
    expect(JSON.stringify(only)).not.toContain('segredo')
    expect(Object.keys(only ?? {})).not.toContain('message')
    expect(await (await market.callRaw(agent, `${path}.csv?person=${fan.uid}`)).text()).toContain(
      '😀 segredo',
    )
    // Nor is what nobody sees found, which would tell it piece by piece.
    for (const [words, found] of [
      ['segr', 0],
      ['conta segredo', 0],
      ['conta', 1],
    ] as const) {
      const { data } = await market.call(
        agent,
        `${path}?person=${fan.uid}&search=${encodeURIComponent(words)}`,
      )
      expect(data, words).toHaveLength(found)
    }
  }
  await market.sql`update support_requests set message = ${'a'.repeat(140)} where id = ${row?.id ?? 0}`
  const { data } = await market.call(agent, `/admin/support?person=${fan.uid}`)
  expect(data).toMatchObject([{ latest: 'a'.repeat(140) }])
})

test('nobody else reads, sends or uploads one', async () => {
  const [fan, other, seller] = [await market.newFan(), await market.newFan(), await market.newFan()]
  await market.sql`update users set role = 'content' where uid = ${seller.uid}`
  const [id, theirs] = [await asked(fan), await asked(other)]
  const { uid } = await upload(fan, `asked/${id}`)
  for (const [who, folder] of [
    [other, `asked/${id}`],
    [fan, `answered/${id}`],
    [seller, `answered/${id}`],
    [fan, `asked/${id}/deeper`],
    [fan, 'asked/999999999'],
    [agent, `asked/${id}`],
  ] as const)
    expect([folder, (await upload(who, folder)).status]).toEqual([folder, 400])
  const file = [{ uid, name: 'recibo.pdf' }]
  expect(await reply(other, theirs, file)).toMatchObject({
    status: 422,
    data: { code: 'attachment_invalid' },
  })
  expect((await answer(id, file)).status).toBe(422)
  expect((await own(fan, id)).answers).toEqual([])
  expect((await reply(fan, id, [...file, ...file])).status).toBe(422)
  expect((await reply(fan, id, file)).status).toBe(200)
  expect((await reply(fan, id, file)).status).toBe(422)
  expect((await reply(fan, id, [{ uid, name: '\u200b' }])).status).toBe(400)
  expect((await reply(fan, id, Array(6).fill(file[0]))).status).toBe(400)
  const object = (await own(fan, id)).answers[0]?.files[0]?.uid
  for (const [who, path] of [
    [other, `/support-requests/${id}/files/${object}`],
    [other, `/support-requests/${theirs}/files/${object}`],
    [seller, `/admin/support/${id}/files/${object}`],
  ] as const)
    expect((await market.callRaw(who, path)).ok).toBe(false)
})

test('what counts is what the bytes are, and how many they are', async () => {
  const fan = await market.newFan()
  const folder = `asked/${await asked(fan)}`
  const page = Buffer.from('<script>alert(1)</script>')
  for (const [bytes, type] of [
    [page, 'text/html'],
    [page, 'image/png'],
    [page, 'application/pdf'],
    [picture, 'image/jpeg'],
    [picture, 'application/pdf'],
    [Buffer.concat([PDF, Buffer.alloc(ATTACHMENT_MAX_BYTES)]), 'application/pdf'],
  ] as const)
    expect((await upload(fan, folder, { bytes, type })).status).toBe(400)
  const left = await market.sql`select from storage.objects where name like ${`${folder}/%`}`
  expect(left).toEqual([])
})

const BASIC = `Basic ${Buffer.from('mail:a-secret-of-mail-webhooks').toString('base64')}`
async function mail(fan: TestFan, facts: object): Promise<unknown> {
  const [at] = await market.sql<{ to: string }[]>`
    select payload -> 'data' ->> 'replyTo' as to from graphile_worker._private_jobs
    where payload ->> 'template' = 'support_answered' and payload ->> 'to' = ${fan.email} order by id desc limit 1`
  const response = await app.request('/webhooks/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: BASIC },
    body: JSON.stringify({
      MessageID: crypto.randomUUID(),
      FromFull: { Email: fan.email },
      ToFull: [{ Email: at?.to }],
      ...facts,
    }),
  })
  return response.json()
}
const part = (Name: string, bytes: Buffer) => ({
  Name,
  Content: bytes.toString('base64'),
  ContentType: 'image/png',
})

test('a file keeps the ending of what it is', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  const names = ['fatura.html', 'a\u202egnp.exe', '../../etc/passwd', 'recibo.PDF']
  const files = await Promise.all(
    names.map(async (name) => ({ uid: (await upload(fan, `asked/${id}`)).uid, name })),
  )
  expect((await reply(fan, id, files)).status).toBe(200)
  const sent = (await own(fan, id)).answers[0]?.files ?? []
  expect(sent.map(({ name }) => name).toSorted()).toEqual(
    ['fatura.html.pdf', 'agnp.exe.pdf', '.. .. etc passwd.pdf', 'recibo.PDF'].toSorted(),
  )
  for (const { uid, name } of sent) {
    const file = await market.callRaw(fan, `/support-requests/${id}/files/${uid}`)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
  }
})

test('nothing is replaced after it was sent, and nothing comes from a closed account or a role that was taken away', async () => {
  const [fan, closed, revoked] = [await market.newFan(), await market.newFan(), await market.newFan()]
  const id = await asked(fan)
  await market.sql`update users set role = 'support' where uid = ${revoked.uid}`
  const apikey = createApiKey('anon', market.ctx.env.JWT_SECRET)
  async function put(who: TestFan, path: string, bytes: Buffer, type: string) {
    const headers = { apikey, authorization: `Bearer ${who.token}`, 'x-upsert': 'true', 'content-type': type }
    const body = new Uint8Array(bytes)
    return (await app.request(`/storage/v1/object/support/${path}`, { method: 'PUT', headers, body })).ok
  }
  const uid = crypto.randomUUID()
  expect(await put(fan, `asked/${id}/${uid}`, picture, 'image/png')).toBe(true)
  expect((await reply(fan, id, [{ uid, name: 'foto.png' }])).status).toBe(200)
  expect(await put(fan, `asked/${id}/${uid}`, PDF, 'application/pdf')).toBe(false)
  expect((await own(fan, id)).answers[0]?.files).toMatchObject([{ type: 'image/png' }])

  const [late, answered] = [`asked/${await asked(closed)}`, `answered/${id}`]
  const again = () => crypto.randomUUID()
  expect(await put(revoked, `${answered}/${again()}`, PDF, 'application/pdf')).toBe(true)
  await market.sql`update users set role = 'user' where uid = ${revoked.uid}`
  await market.sql`update users set is_active = false where uid = ${closed.uid}`
  expect([
    await put(closed, `${late}/${again()}`, PDF, 'application/pdf'),
    await put(revoked, `${answered}/${again()}`, PDF, 'application/pdf'),
  ]).toEqual([false, false])
})

/** A square of so many pixels a side, of one bit each: a few kilobytes. */
function blackPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a picture that a request begins with is drawn anew, and a bomb is not handed on', async () => {
  const fan = await market.newFan()
  const begin = async (bytes: Buffer) => {
    const file = `data:image/png;base64,${bytes.toString('base64')}`
    const [row] = await market.sql<{ id: number }[]>`
      insert into support_requests (user_id, subject, message, file)
      values (${fan.uid}, 'Saldo', ${crypto.randomUUID()}, ${file}) returning id`
    return market.callRaw(agent, `/admin/support/${row?.id}/file`)
  }
  expect((await begin(blackPng(8000))).status).toBe(422)
  expect((await begin(blackPng(800))).status).toBe(200)
  const fine = await begin(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]))
  expect(fine.status).toBe(200)
  expect(Buffer.from(await fine.arrayBuffer()).toString('latin1')).not.toContain('script')
})

test('what a mail brings is kept once, as far as we take it, and staff hear of the rest', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  await answer(id)
  const MessageID = crypto.randomUUID()
  const Attachments = [
    part('foto.png', picture),
    part('vírus.png', Buffer.from('MZ\x90')),
    part('../../recibo.pdf', PDF),
    part('quebrada.png', picture.subarray(0, 40)),
  ]
  const facts = { MessageID, TextBody: 'Segue.', Attachments }
  const told = await Promise.all([1, 2, 3].map(() => mail(fan, facts)))
  expect(told).toContainEqual({ received: true, outcome: 'kept' })
  const [, kept, ...more] = (await read(id)).answers
  expect(more).toEqual([])
  expect(kept).toMatchObject({
    message: 'Segue.',
    filesRefused: 2,
    files: [
      { name: 'foto.png', type: 'image/png' },
      { name: '.. .. recibo.pdf', type: 'application/pdf' },
    ],
  })
  const file = await market.callRaw(fan, `/support-requests/${id}/files/${kept?.files[1]?.uid}`)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF)
  // Whoever writes nothing but attaches something says that.
  await mail(fan, { TextBody: ' ', Attachments: [part('foto.png', picture)] })
  expect((await read(id)).answers[2]).toMatchObject({ message: 'foto.png', files: [{ name: 'foto.png' }] })
})

test('what is not sent within a day is removed, and everything with the account, from whomever it came', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  const [loose, sent, back] = [
    await upload(fan, `asked/${id}`),
    await upload(fan, `asked/${id}`),
    await upload(agent, `answered/${id}`),
  ]
  await reply(fan, id, [{ uid: sent.uid, name: 'recibo.pdf' }])
  await answer(id, [{ uid: back.uid, name: 'resposta.pdf' }])
  const tasks = createTasks(market.ctx)
  await tasks.prune?.({} as never, undefined as never)
  expect(await stored(loose.uid)).toHaveLength(1)
  await market.sql`update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'support'`
  await tasks.prune?.({} as never, undefined as never)
  expect(await stored(loose.uid)).toEqual([])
  expect(await stored(back.uid)).toEqual([{ owner: fan.uid }])
  const data = await (await market.callRaw(fan, '/personal-data')).text()
  for (const name of ['recibo.pdf', 'resposta.pdf']) expect(data).toContain(name)
  expect((await market.call(fan, '/erase-account', { email: fan.email })).status).toBe(200)
  expect([...(await stored(sent.uid)), ...(await stored(back.uid))]).toEqual([])
  expect(await market.sql`select from private.support_files where request_id = ${id}`).toEqual([])
})

test('the bell says that support has answered, and leads there', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  await answer(id)
  const bell = (await market.call(fan, '/notifications?page=1')).data as { notifications: object[] }
  expect(bell.notifications[0]).toMatchObject({
    kind: 'support_replied',
    message: 'O suporte respondeu ao seu pedido. A resposta está na conversa.',
    path: `/support/${id}`,
  })
  const mails = await market.sql`
    select from graphile_worker._private_jobs jobs join notifications on notifications.id = (payload ->> 'notification')::bigint
    where kind = 'support_replied'`
  expect(mails).toEqual([])
})

test('an answer of invisible characters says nothing', async () => {
  const id = await asked(await market.newFan())
  for (const message of ['\u200b\u2060', '\u3164 \u2800\n', '\u00ad'])
    expect((await market.call(agent, `/admin/support/${id}/answers`, { message })).status).toBe(400)
})

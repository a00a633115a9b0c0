/** The back office's door and its lists, using the list of users as an example. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Page } from '../api/call.ts'
import type { AdminUserWire } from '../people/contract.ts'

let market: Market
let admin: TestFan
const names = ['Íris Nuñez', 'Otávio Sá', 'Bia 100%', 'Caio =SOMA(A1)', 'Íris Prado']
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
  for (const name of names) {
    const { uid } = await market.newFan()
    await market.sql`update users set full_name = ${name} where uid = ${uid}`
    if (name === 'Otávio Sá') await market.sql`update users set nickname = 'Pirilampo' where uid = ${uid}`
  }
})
afterAll(() => market.close())

const list = (query: string) =>
  market.call(admin, `/admin/users${query}`) as unknown as Promise<Page<AdminUserWire>>
const found = async (query: string) => (await list(query)).data.map(({ fullName }) => fullName)

describe('the door', () => {
  test('is shut to strangers and fans, for every list and as a file', async () => {
    const fan = await market.newFan()
    for (const path of ['/admin/users', '/admin/users.csv', '/admin/none']) {
      expect((await market.call(null, path)).status).toBe(401)
      expect((await market.call(fan, path)).status).toBe(403)
    }
    expect((await market.call(admin, '/admin/none')).status).toBe(404)
  })

  test('asks for the second factor unless that is off', async () => {
    const strict = await createMarket({ env: { ADMIN_SECOND_FACTOR: 'required' } })
    const boss = await strict.newAdmin()
    expect(await strict.call(boss, '/admin/users')).toMatchObject({
      status: 403,
      data: { code: 'second_factor_due' },
    })
    const token = await strict.sessionToken(boss.uid, { aal: 'aal2' })
    expect((await strict.call({ token }, '/admin/users')).status).toBe(200)
    expect((await strict.call(boss, `/projects/${crypto.randomUUID()}/publish`, {})).status).toBe(403)
    await strict.close()
  })
})

describe('a list', () => {
  test('comes newest or oldest first, page by page, each row once', async () => {
    for (const [sort, expected] of [
      ['oldest', [...names]],
      ['newest', names.toReversed()],
    ] as const) {
      const seen: (string | null)[] = []
      let after = ''
      for (let pages = 0; pages < 20; pages++) {
        const { data, next } = await list(`?sort=${sort}&limit=2${after}`)
        seen.push(...data.map(({ fullName }) => fullName))
        if (next === null) break
        after = `&after=${next}`
      }
      expect(seen.filter((name) => names.includes(name ?? ''))).toEqual(expected)
      if (sort === 'newest')
        expect((await list('?limit=100')).data.map(({ fullName }) => fullName)).toEqual(seen)
      expect(seen).toHaveLength(new Set((await list('?limit=100')).data.map(({ id }) => id)).size)
    }
  })

  test('is searched without accents, and what is typed is no pattern', async () => {
    expect(await found('?search=iris')).toEqual(['Íris Prado', 'Íris Nuñez'])
    expect(await found('?search=pirilampo')).toEqual(['Otávio Sá'])
    expect(await found('?search=100%25')).toEqual(['Bia 100%'])
    expect(await found(`?search=${admin.email.toUpperCase()}`)).toHaveLength(1)
    expect(await found('?search=bia%25100')).toEqual([])
    // Every word, in any order, however many spaces are between them.
    expect(await found('?search=nunez%20%20iris')).toEqual(['Íris Nuñez'])
    expect(await found('?search=iris%20otavio')).toEqual([])
    // Too short to be looked up by any index.
    for (const short of ['b', 'bi', '%25', '0%25', 'a%20b'])
      expect(await found(`?search=${short}`), short).toEqual([])
    // A whole nickname needs no such index.
    await market.sql`update users set nickname = 'Bi' where full_name = 'Bia 100%'`
    expect(await found('?search=bi')).toEqual(['Bia 100%'])
  })

  test('refuses what it does not know', async () => {
    for (const query of ['?sort=best', '?limit=0', '?after=x', `?search=${'a'.repeat(121)}`])
      expect((await market.call(admin, `/admin/users${query}`)).status).toBe(400)
  })

  test('is a file in the language of whoever asks, with amounts in reais', async () => {
    const fan = await market.newFan(5000)
    await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 4321 })
    const head = async (path: string) =>
      (await (await market.callRaw(admin, path)).text()).replace('\uFEFF', '').split('\r\n')
    expect((await head('/admin/users.csv'))[0]).toMatch(/^uid;nome;apelido;e-mail;/)
    await market.sql`
      insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saques', 'E o meu PIX?')`
    expect((await head('/admin/support.csv'))[1]).toContain(';Saques;')
    const [titles, row] = await head('/admin/withdrawals.csv')
    expect(titles).toContain(';valor;')
    expect(row).toContain(';43,21;')
    await market.sql`update users set language = 'en' where uid = ${admin.uid}`
    expect((await head('/admin/users.csv'))[0]).toMatch(/^uid,name,nickname,e-mail,/)
    expect((await head('/admin/users.csv'))[1]).toMatch(/,(Yes|No),(Yes|No),/)
    expect((await head('/admin/support.csv'))[1]).toContain(',Withdrawals,')
    const [english, withdrawal] = await head('/admin/withdrawals.csv')
    expect(english).toContain(',amount,')
    expect(withdrawal).toContain(',43.21,')
    await market.sql`update users set language = 'pt' where uid = ${admin.uid}`
  })
})

/** Names as they are stored: what people cannot tell apart is one name. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasAddress, hasStrangeLetters, hasTelephone } from '#domain/address.ts'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function kept(typed: string): Promise<string | null> {
  const { uid } = await market.newFan()
  const [row] = await market.sql<{ nickname: string | null }[]>`
    update users set nickname = ${typed}, is_complete_profile = false where uid = ${uid} returning nickname`
  return row?.nickname ?? null
}

/** As the person writes it themselves. */
const takeAs = (uid: string, nickname: string) =>
  market.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: uid, aal: 'aal1' })}, true)`
    await tx`set local role authenticated`
    return tx`update users set nickname = ${nickname} where uid = ${uid} returning nickname`
  })

test('a nickname is kept as it is seen', async () => {
  expect(await kept('  Zé\u200b do\u00a0Mar\u202e ')).toBe('Zé do Mar')
  expect(await kept('Jose\u0301')).toBe('Jos\u00e9')
  expect(await kept('Ad\u200dmin')).toBe('Admin')
  expect(await kept('Lia 👩\u200d🎤')).toBe('Lia 👩\u200d🎤')
  expect(await kept('\u200b\u2060')).toBeNull()
  expect(await kept('a\u{1d173}b\u{1bca0}c\u{e0041}')).toBe('abc')
  expect(await kept('\ufb01\u2800lha\u3164 𝓛ia')).toBe('filha Lia')
})

test('nobody takes a name that looks like another’s', async () => {
  await kept('Brisa')
  for (const alike of ['bri\u200bsa', 'bri\ufe00sa', 'brisa\ufe0f', 'b\u{e0100}risa'])
    await expect(kept(alike)).rejects.toMatchObject({ constraint_name: 'users_nickname_key' })
})

const HOUSE = [
  ...['Tune', 'suporte', 'Tune Suporte', 'tune_oficial', 'TuneSuporte', 'Súporte', 's u p o r t e', 'тune'],
  ...[
    'Cobrança Tune',
    'Tune Pagamentos',
    'Pix Tune',
    'Banco 7une',
    'CentralTune',
    'Atendente',
    'SAC T u n e',
    'Segurança Tune2',
  ],
  ...[
    'Prêmios Tune1',
    'Supporte',
    'Admlnistrador',
    'Adm1n',
    'Antifraude',
    '0ficia1',
    'Su\u{1d173}porte',
    'Pix_tunne',
  ],
  ...[
    'Central de Ajuda',
    'Ajuda',
    'Segurança',
    'Reembolso',
    'Ana Estornos',
    'Help desk',
    'helpdesk',
    'S.A.C.',
    'Sac',
  ],
  ...['🇹🇺🇳🇪', '🇹🇺 🇳🇪', 'tu🇳🇪', '🇦🇯🇺🇩 a'],
  ...['admin', 'admin2', 'Equipe do som', 'nara.oficial', '\u202etune', '𝕥𝕦𝕟𝕖'],
]

const LIKE_NARA = [
  'Nara VidaI',
  'Nara Vida1',
  'N4ra Vidal',
  'Nara Vldal',
  'Nara Vidal 2',
  'N\u{1d173}araVidal',
]

test.each([...HOUSE, 'Nara Vidal', 'nara_vidal', 'NАRA VIDÁL', ...LIKE_NARA])(
  'nobody calls themselves %j who is not of the house, nor that artist',
  async (name) => {
    const fan = await market.newFan()
    // Of everybody, so that each of the free names below is free each time.
    await market.sql`update users set nickname = null, is_complete_profile = false`
    const take = (nickname: string) => takeAs(fan.uid, nickname)
    await market.sql`delete from private.artist_accounts`
    await market.sql`delete from private.artists`
    await market.sql`
      insert into private.artists (wallet, name) values (${fan.wallet.toLowerCase()}, 'Nara Vidal')`
    await expect(take(name)).rejects.toMatchObject({ constraint_name: 'users_nickname_key' })
    const [asked] = await market.sql`select user_exists('nickname', ${name}) as taken`
    expect(asked).toEqual({ taken: true })
    for (const free of ['Neptune', 'fortuna', 'Nara V', 'Radmin', 'Bernardo', 'Pix Maria'])
      expect(await take(free)).toHaveLength(1)
    // Whoever acts for the artist may.
    if (!name.startsWith('Nara')) return
    await market.sql`
      insert into private.artist_accounts (artist_id, user_id)
      select id, ${fan.uid} from private.artists where wallet = ${fan.wallet.toLowerCase()}`
    expect(await take(name)).toHaveLength(1)
  },
)

test.each([
  ['Orquestra da Garagem', '0rquestra da Garagem'],
  ['Lia Serra', 'Lia 5errana', false],
  ['Lia Serrana', 'Lia 5errana'],
  ['DJ Ferrugem', 'DJ Ferrugern'],
  ['Wando', 'Vvando'],
  ['Bea 8', 'bea b'],
  ['Bea 8', 'Bea', false],
])('beside the artist %j nobody is called %j: %s', async (artist, nickname, isTaken = true) => {
  const fan = await market.newFan()
  await market.sql`update users set nickname = null, is_complete_profile = false where uid = ${fan.uid}`
  await market.sql`delete from private.artist_accounts`
  await market.sql`delete from private.artists`
  await market.sql`insert into private.artists (wallet, name) values (${fan.wallet.toLowerCase()}, ${artist})`
  const taken = takeAs(fan.uid, nickname)
  if (isTaken) await expect(taken).rejects.toMatchObject({ constraint_name: 'users_nickname_key' })
  else expect(await taken).toEqual([{ nickname }])
})

test('one from before a rule stays when something else of the profile changes', async () => {
  const { uid } = await market.newFan()
  await market.sql`update users set nickname = 'Pix Tune' where uid = ${uid}`
  await market.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: uid, aal: 'aal1' })}, true)`
    await tx`set local role authenticated`
    await tx`update users set language = 'en', nickname = 'Pix Tune' where uid = ${uid}`
  })
  expect(await market.sql`select nickname, language from users where uid = ${uid}`).toEqual([
    { nickname: 'Pix Tune', language: 'en' },
  ])
})

test.each([
  ['ligue 0800 000 000', true],
  ['zap +55 (11) 9 9999-0000', true],
  ['１１ ９９９９９ ００００', true],
  ['1\u200b1999990000', true],
  ['Feliz 25/12/2026 às 20h30', false],
  ['Parabéns pelos 30, 1.500.000 de beijos', false],
  ['de 1998 a 2026', false],
  ['joao01011990', false],
  ['Show 1999-12-31', false],
  ['2026 11 29', false],
  ['Turnê 2019-2026', false],
  ['Ramal 1999 2000 2001', false],
  ['ligue 2055-1234', true],
  ['1999-12-3100', true],
  ['98 1999-12-31', false],
  ['987654 1999-12-31 32', true],
  ['ana 11987654321', true],
])('whether a telephone number is in %j: %s, also in the database', async (words, found) => {
  expect(hasTelephone(words)).toBe(found)
  const [row] = await market.sql`select private.has_telephone(${words}) as found`
  expect(row).toEqual({ found })
})

test.each([
  ...[
    'ᴛᴜɴᴇ',
    'Tuɴe',
    'ꜱuporte',
    'Equɩpe Tune',
    'Nara VidaƖ',
    'eǫuipe',
    'Tuпe',
    'Νara',
    '🆃🆄🅽🅴',
    'Zo\u0338e',
    `Z${'\u0301'.repeat(38)}e`,
    'Zo\u0302\u0301\u0300',
    'Zo\u1ab0',
    ...[
      'Nara Vida|',
      'Nara V|dal',
      'Nara V!dal',
      'Nara Vida١',
      'Tun€',
      'Tun℮',
      '†une',
      '₸une',
      'T∪ne',
      'Adm¡n',
    ],
    ...[
      'Supor†e',
      '✝une',
      'Nara V❗dal',
      'Sup⭕rte',
      '💲uporte',
      '🕆une',
      'Bia 🇧',
      '🇹 🇺',
      'a@b',
      'Bia, a',
      'Bia/Lia',
      'Bia – a',
    ],
  ].map((name) => [name, true] as const),
  ...[
    'Zé do Mar',
    'João Ñandú',
    'Łukasz Øre',
    'Čaj Şule',
    '𝓛ia',
    'Lia 👩\u200d🎤 ❤️ 1️⃣ 🇧🇷',
    'a_b-c.d’e 2',
    'Zo\u0302\u0301',
    ...[
      "D'Ávila & Cia",
      'joao.silva-2_0',
      'Bia 🎧🎸☀️💜🖤🫶🏽',
      '🏳️\u200d🌈',
      '👨\u200d👩\u200d👧 ⭐ ✨ ⚡',
      '２',
    ],
  ].map((name) => [name, false] as const),
])('whether %j has letters that are none of A to Z: %s, also in the database', async (name, found) => {
  expect(hasStrangeLetters(name)).toBe(found)
  const [row] = await market.sql`select private.has_strange_letters(${name}) as found`
  expect(row).toEqual({ found })
})

test('domain and database agree on every character', async () => {
  // Not of those that nobody sees, which are taken out or refused, nor of what only one of them knows to be a letter.
  const all = Array.from({ length: 0x1ffff }, (_, place) => String.fromCodePoint(place + 1)).filter(
    (letter) => !/[\p{Cf}\p{Cs}\p{Cn}\uA7F1\uFFFC]/u.test(letter),
  )
  const rows = await market.sql<{ letter: string }[]>`
    select letter from unnest(${all}::text[]) letter where not coalesce(private.has_strange_letters('a' || letter), false)`
  expect(rows.map(({ letter }) => letter)).toEqual(all.filter((letter) => !hasStrangeLetters(`a${letter}`)))
})

test('a fan’s nickname has the letters A to Z; one that passes for a name of the house is taken all the same', async () => {
  const fan = await market.newFan()
  await market.sql`update users set nickname = null, is_complete_profile = false where uid = ${fan.uid}`
  const take = (nickname: string) => takeAs(fan.uid, nickname)
  await expect(take('ᴛᴜɴᴇ')).rejects.toMatchObject({ code: 'PT422' })
  await expect(take('тune')).rejects.toMatchObject({ constraint_name: 'users_nickname_key' })
  for (const refused of ['Nara V|dal', 'Nara Vida١', 'Tun€', 'Supor†e', 'Adm¡n'])
    await expect(take(refused)).rejects.toMatchObject({ code: 'PT422' })
  expect(await take('Zoé ❤️')).toEqual([{ nickname: 'Zoé ❤️' }])
})

const ADDRESSES = [
  'https://evil.test',
  'evil.test/now',
  'ver www.golpe',
  'coisa.música/1',
  'maria.de',
  'x 1a.zip',
  'evil。shop',
  'A.COM',
  'evil\u2024com',
  'evil\u200b.com',
  'e\u00advil.com',
  'evil．com',
  '1.1.1.1/x',
  'HTTP:\\\\evil',
]
const NAMES = [
  'Zé do Mar',
  'joao.silva',
  'amo.você',
  'J.R. Lima',
  'Nº 1.5',
  'Ana...',
  'dona www',
  'fim. Depois',
  'Fim.\nDe novo',
  'lia_serra',
  'R$ 1.500,00',
]

test.each([...ADDRESSES, ...NAMES])(
  'domain and database agree on whether %s holds an address',
  async (text) => {
    const [row] = await market.sql`select private.has_address(${text}) as found`
    expect([row?.found, hasAddress(text)]).toEqual(Array(2).fill(ADDRESSES.includes(text)))
  },
)

test('a nickname is no address, and no line break is kept; one from before the rule stays', async () => {
  for (const address of ADDRESSES) await expect(kept(address)).rejects.toMatchObject({ code: 'PT422' })
  expect(await kept('Duas\nlinhas\u0007')).toBe('Duaslinhas')
  const { uid } = await market.newFan()
  await market.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update users set nickname = 'velho.site' where uid = ${uid}`
  })
  await market.sql`update users set language = 'en', nickname = 'velho.site' where uid = ${uid}`
  expect(await market.sql`select nickname from users where uid = ${uid}`).toEqual([
    { nickname: 'velho.site' },
  ])
})

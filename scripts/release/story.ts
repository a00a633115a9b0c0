/** The story of the world whose database is stored with a release: something of everything that leaves rows. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { demoAdmin, type Person, register, signIn, tellEmulator, until, type World } from './door.ts'

const CLI = join(import.meta.dirname, '../../cli/main.ts')
const DAY_MS = 86_400_000
/** Centavos. */
const PRICE = 2000

type People = Record<'admin' | 'second' | 'ana' | 'bruno' | 'carla' | 'davi' | 'elisa' | 'fabio', Person>

export async function tellStory(world: World): Promise<void> {
  const people = await gather(world)
  await deposit(world, people)
  const auction = await openAuction(people)
  await bidAndWin(world, people, auction)
  await buyAndUndo(world, people)
  await returnMoney(world, people)
  await withdraw(world, people)
  await payAuthor(world, people, auction)
  await write(world, people)
  await untilQuiet(world)
}

async function gather(world: World): Promise<People> {
  const person = (nickname: string, fullName: string, document: string, language?: 'en') =>
    register(world, {
      nickname,
      fullName,
      document,
      tel: `+55119876504${document.slice(-2)}`,
      ...(language && { language }),
    })
  await person('second', 'Segunda Pessoa', '93541134780')
  const grant = spawnSync(process.execPath, [CLI, 'admin', 'grant', 'second@release.test'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: world.dataDir },
  })
  if (grant.status !== 0) throw new Error(grant.stdout + grant.stderr)
  return {
    admin: await demoAdmin(world),
    second: await signIn(world, 'second@release.test', 'Estrela-Guia#2026'),
    ana: await person('ana', 'Ana Marinho', '39053344705'),
    bruno: await person('bruno', 'Bruno Teles', '28625587887', 'en'),
    carla: await person('carla', 'Carla Pires', '71428793860'),
    davi: await person('davi', 'Davi Rocha', '87748248800'),
    elisa: await person('elisa', 'Elisa Porto', '45317828791'),
    fabio: await person('fabio', 'Fábio Leal', '15350946056'),
  }
}

const balanceOf = async ({ hand }: Person) =>
  (await hand<{ data: { data: { balance: number } } }>('/api/v1/balance')).data.data.balance

async function byCard({ hand }: Person, order: object): Promise<string> {
  type Charged = { data: { payment: { uid: string } } }
  const { data } = await hand<Charged>('/api/v1/buy-token', { paymentMethodId: 'pm_card_visa', ...order })
  return data.payment.uid
}

/**
 * Creates a charge and pays it, as the payer's bank does; paying `times` more than once leaves money that fits no
 * payment.
 */
async function byPix(world: World, { hand }: Person, order: object, times = 1): Promise<string> {
  const { data } = await hand<{ data: { uid: string } }>('/api/v1/buy-token-pix', order)
  const txid = data.uid.replaceAll('-', '')
  for (let paid = 0; paid < times; paid++) await tellEmulator(world, '/pix/_control/pay', { txid })
  return data.uid
}

const top = (amount: number) => ({ typeBuy: 'balance', UID: '', amount })

async function deposit(world: World, { ana, bruno, carla, davi, elisa, fabio }: People): Promise<void> {
  await byPix(world, ana, top(20_000))
  await byPix(world, davi, top(12_000), 2)
  for (const fan of [bruno, carla, elisa, fabio]) await byCard(fan, top(15_000))
  for (const fan of [ana, bruno, carla, davi, elisa, fabio])
    await until(`the deposit of ${fan.email}`, async () => (await balanceOf(fan)) > 0)
  // A card that is declined, and a code that nobody pays.
  await bruno
    .hand('/api/v1/buy-token', { paymentMethodId: 'pm_card_chargeDeclined', ...top(3000) })
    .catch(() => null)
  await ana.hand('/api/v1/buy-token-pix', top(5000))
}

/** A project whose two units are bought, one with the wallet and one with a card. Its access lasts six seconds. */
async function openAuction({ admin, ana, carla }: People): Promise<string> {
  type Project = { projectName: string; thumbnail: string; baseURI: string; contractURI: string }
  const { data: projects } = await admin.hand<{ data: Project[] }>('/api/v1/projects')
  const model = projects.find(({ projectName }) => projectName === 'Maré Cheia')
  const { data } = await admin.hand<{ data: { uid: string } }>('/api/v1/create-project', {
    projectName: 'Eco da Serra',
    author: 'Trio Neblina',
    authorWallet: `0x${'5e'.repeat(20)}`,
    symbol: 'ECO',
    description: 'Três vozes e o eco da serra, de uma tomada só.',
    fiatPrice: PRICE,
    totalSupply: 2,
    validPeriod: 6,
    videoId: 'mare-cheia',
    thumbnail: model?.thumbnail,
    baseURI: model?.baseURI,
    contractURI: model?.contractURI,
    expiredAt: new Date(Date.now() + DAY_MS).toISOString().slice(0, 19).replace('T', ' '),
  })
  const { uid } = data
  await until('publication', () =>
    admin.hand(`/api/v1/projects/${uid}/publish`, {}).then(
      () => true,
      () => false,
    ),
  )
  await ana.hand('/api/v1/buy-token-balance', { typeBuy: 'mint', UID: uid })
  await byCard(carla, { typeBuy: 'mint', UID: uid, amount: PRICE })
  for (const fan of [ana, carla]) await until('a minted token', () => mintedToken(fan, uid))
  return uid
}

async function mintedToken({ hand }: Person, project: string): Promise<string | undefined> {
  type Token = { uid: string; status: string; project: { uid: string } }
  const { data } = await hand<{ data: Token[] }>('/api/v1/user-projects')
  return data.find((token) => token.project.uid === project && token.status === 'minted')?.uid
}

async function play(fan: Person, project: string): Promise<void> {
  const UID = await until('a token to play', () => mintedToken(fan, project))
  await fan.hand('/api/v1/play', { UID, device: `device-${fan.uid}` })
}

/** Bids with wallet, card and PIX; one is outbid, one wins when the first window ends, the rest stand. */
async function bidAndWin(world: World, { admin, ana, bruno, davi, elisa, fabio }: People, UID: string) {
  const bid = (amount: number) => ({ typeBuy: 'bid', UID, amount })
  await bruno.hand('/api/v1/buy-token-balance', bid(3000))
  await davi.hand('/api/v1/buy-token-balance', bid(3500))
  await byCard(elisa, bid(4000))
  await byPix(world, fabio, bid(2500))
  const standing = () => world.sql`
    select from bids join projects on projects.id = project_id where projects.uid = ${UID}`
  await until('four bids', async () => (await standing()).length === 4)
  await play(ana, UID)
  await until('a winner', () => mintedToken(elisa, UID))
  await play(elisa, UID)
  await until('another winner', () => mintedToken(davi, UID))
  await admin.hand(`/api/v1/admin/projects/${UID}/pause`, {})
  await admin.hand(`/api/v1/admin/projects/${UID}/resume`, {})
}

/** A purchase cancelled by its fan, and one of each payment method that stays. */
async function buyAndUndo(world: World, { bruno, carla, davi, elisa }: People): Promise<void> {
  const project = async (name: string) => {
    const { data } = await elisa.hand<{ data: { uid: string; projectName: string; fiatPrice: number }[] }>(
      '/api/v1/projects',
    )
    const found = data.find(({ projectName }) => projectName === name)
    if (!found) throw new Error(`There is no project ${name}`)
    return { typeBuy: 'mint', UID: found.uid, amount: found.fiatPrice }
  }
  const [lata, mare] = [await project('Noite de Lata'), await project('Maré Cheia')]
  // What is spent and played is gone when a bank disputes the deposit.
  await bruno.hand('/api/v1/buy-token-balance', { typeBuy: 'mint', UID: lata.UID })
  await play(bruno, lata.UID)
  await elisa.hand('/api/v1/buy-token-balance', { typeBuy: 'mint', UID: lata.UID })
  const undone = await until('a token to undo', () => mintedToken(elisa, lata.UID))
  await elisa.hand('/api/v1/regret', { UID: undone })
  await byPix(world, davi, mare)
  await byCard(bruno, mare)
  await carla.hand('/api/v1/buy-token-balance', { typeBuy: 'mint', UID: mare.UID })
  for (const fan of [bruno, carla, davi]) await until('a token', () => mintedToken(fan, mare.UID))
  await play(carla, mare.UID)
}

/** Refunds to wallet and card, disputes open, won and lost, a debt written off, money that fits no payment. */
async function returnMoney(world: World, { admin, second, bruno, carla, elisa, davi }: People) {
  const paid = async (fan: Person, flow: string) => {
    const rows = await world.sql<{ uid: string; intent: string }[]>`
      select uid, intent_id as intent from payments
      where user_id = ${fan.uid} and flow = ${flow} and method = 'card' and status not in ('pending', 'failed')
      order by id desc limit 1`
    if (!rows[0]) throw new Error(`${fan.email} has paid nothing of ${flow}`)
    return rows[0]
  }
  const refund = async (fan: Person, flow: string, amount: number, destination: string) =>
    admin.hand(`/api/v1/admin/activity/${(await paid(fan, flow)).uid}/refunds`, {
      amount,
      destination,
      reason: 'O vídeo não abriu.',
      despitePlay: true,
    })
  await refund(elisa, 'balance', 1000, 'card')
  await refund(bruno, 'mint', PRICE / 2, 'wallet')

  const dispute = async (fan: Person, flow: string) =>
    tellEmulator<{ id: string }>(world, '/stripe/_control/disputes', {
      payment_intent: (await paid(fan, flow)).intent,
    })
  const decide = (id: string, status: string) =>
    tellEmulator(world, `/stripe/_control/disputes/${id}`, { status })
  const disputes = [
    await dispute(bruno, 'balance'),
    await dispute(carla, 'balance'),
    await dispute(elisa, 'bid'),
  ]
  const open = (count: number) => async () =>
    (await world.sql`select from private.disputes where status = 'open'`).length === count
  await until('three disputes', open(3))
  await decide(disputes[0]?.id ?? '', 'lost')
  await decide(disputes[1]?.id ?? '', 'won')
  await until('two decisions', open(1))
  const [debtor] = await world.sql<{ uid: string; debt: number }[]>`
    select split_part(code, ':', 2) as uid, overdraft as debt from ledger.accounts where overdraft > 0`
  if (!debtor) throw new Error('Nobody owes what a bank took back')
  await admin.hand(`/api/v1/admin/users/${debtor.uid}/write-offs`, {
    amount: debtor.debt,
    reason: 'Não há mais o que cobrar.',
  })
  const [stray] = await world.sql<{ uid: string }[]>`
    select uid from private.unmatched_money where status = 'open'`
  if (!stray) throw new Error('No money stands unmatched')
  await second.hand(`/api/v1/admin/unmatched/${stray.uid}/decide`, {
    outcome: 'credited',
    to: davi.email,
    note: 'Pagou duas vezes o mesmo código.',
  })
}

/** Withdrawals of every outcome; none is left approved, since one that stays so is a fault after a day. */
async function withdraw(world: World, { admin, ana, carla }: People): Promise<void> {
  const ask = async (fan: Person, amount: number) => {
    const { data } = await fan.hand<{ data: { uid: string } }>('/api/v1/redeem-balance', {
      pixKeyType: 'email',
      pixKey: fan.email,
      amount,
    })
    return data.uid
  }
  const [paid, rejected, cancelled] = [await ask(ana, 3000), await ask(ana, 1500), await ask(ana, 1200)]
  await admin.hand(`/api/v1/admin/withdrawals/${paid}/approve`, {})
  await admin.hand(`/api/v1/admin/withdrawals/${rejected}/reject`, { reason: 'A chave é de outra pessoa.' })
  await ana.hand(`/api/v1/redeem-balance/${cancelled}/cancel`, {})
  await ask(carla, 1000)
  await until('a withdrawal that was paid', async () => {
    const rows = await world.sql`select from redeem_balance where uid = ${paid} and status = 'paid'`
    return rows.length > 0
  })
}

async function payAuthor(world: World, { admin, second }: People, project: string): Promise<void> {
  const [artist] = await world.sql<{ uid: string }[]>`
    select artists.uid from private.artists join projects on lower(author_wallet) = artists.wallet
    where projects.uid = ${project}`
  const path = `/api/v1/admin/artists/${artist?.uid}`
  await admin.hand(`${path}/keys`, {
    legalName: 'Trio Neblina Ltda.',
    pixKeyType: 'email',
    pixKey: 'trio@release.test',
  })
  const [key] = await world.sql<
    { id: number }[]
  >`select id from private.artist_keys where confirmed_at is null`
  await second.hand(`${path}/keys/${key?.id}/confirm`, {})
  await admin.hand(`${path}/payouts`, { amount: 2500 })
  await admin.hand(`${path}/links`, { days: 30 })
  await until('a payout that was paid', async () => {
    const rows = await world.sql`select from private.artist_payouts where status = 'paid'`
    return rows.length > 0
  })
}

/** What people write, read and end. */
async function write(world: World, { admin, ana, davi, fabio }: People): Promise<void> {
  await ana.hand('/rest/v1/support_requests', {
    user_id: ana.uid,
    subject: 'Saldo',
    message: 'Onde vejo meu extrato?',
  })
  await davi.hand('/rest/v1/register_projects', { user_id: davi.uid, message: 'Tenho uma banda de pífanos.' })
  const [request] = await world.sql<{ id: number }[]>`select id from support_requests`
  await admin.hand(`/api/v1/admin/support/${request?.id}/answers`, {
    message: 'Na tela de saldo, em “Ver meu extrato”.',
  })
  await admin.hand(`/api/v1/admin/users/${davi.uid}/notes`, {
    note: 'Pagou um código duas vezes; creditado.',
  })
  await ana.hand('/api/v1/notifications/mark-read')
  await fabio.hand('/api/v1/redeem-balance').catch(() => null)
  await admin.hand(`/api/v1/admin/users/${fabio.uid}/deactivate`, { reason: 'Pediu por telefone.' })
}

/** Nothing is in progress, neither on the chain nor in the queue. */
async function untilQuiet({ sql }: World): Promise<void> {
  await until('the chain and the queue to be quiet', async () => {
    const [row] = await sql<[{ busy: boolean }]>`
      select exists (select from chain.operations where status in ('queued', 'sent'))
        or exists (select from graphile_worker.jobs where run_at <= now() or locked_at is not null)
        or exists (select from private.refunds where status in ('requested', 'approved')) as busy`
    return !row.busy
  })
}

/**
 * The demonstration world: accounts, artists with their stories, a few projects with covers and clips, published and on sale. Made by the
 * same calls and commands that people use, so only valid states exist. Running it again adds what is missing.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { contractMetadata, metadataFileName, tokenMetadata } from '#domain/metadata.ts'
import { clipSeconds } from '#domain/mp3.ts'
import { parseLrc } from '#domain/timed-lyrics.ts'
import { type Env, readEnv } from '../server/env.ts'
import { coverTint } from '../server/platform/adapters/cover-tint.ts'
import { createPinning } from '../server/platform/adapters/pinning.ts'
import { connect, type Sql } from '../server/platform/db/sql.ts'
import { createApiKey } from '../server/platform/http/api-keys.ts'
import { createCustodian } from '../server/platform/keys/create-custodian.ts'
import { saveWallet } from '../server/product/people/save-wallet.ts'
import { createProject } from '../server/product/projects/create-project.ts'
import { cleanLyrics } from '../server/product/projects/lyrics.ts'
import { publishProject } from '../server/product/projects/publish-project.ts'
import { editPage } from '../server/product/studio/edit-page.ts'
import { DEMO_ACCOUNTS, DEMO_ARTIST } from './demo-accounts.ts'
import { type DemoAuction, openAuction } from './seed-auction.ts'

const FOLDER = join(import.meta.dirname, '../db/seed')

type Work = {
  slug: string
  projectName: string
  author: string
  description: string
  symbol: string
  videoId: string
  fiatPrice: number
  totalSupply: number
  validPeriod: number
  daysOpen: number
  /** Its first lot opens at an announced hour: so long after the world was made. */
  opensInMinutes?: number
  /** Its first lot is sold already, and fans bid for the units that become free. */
  auction?: DemoAuction
}
type Artist = Pick<Account, 'nickname' | 'fullName' | 'document'> & { author: string; story: string }
type Library = {
  sample: Pick<Work, 'slug' | 'projectName' | 'author' | 'videoId'>
  works: Work[]
  artists: Artist[]
}

/** Of the demonstration's people, as of the artist whose account is printed. */
const { password: PASSWORD } = DEMO_ARTIST

/** Fans of the demonstration auction. */
const AUDIENCE = [
  { nickname: 'bia', fullName: 'Beatriz Nunes', document: '31075421055' },
  { nickname: 'caio', fullName: 'Caio Prado', document: '42718635053' },
  { nickname: 'dandara', fullName: 'Dandara Reis', document: '53829047150' },
  { nickname: 'edu', fullName: 'Eduardo Lima', document: '64930158206' },
  { nickname: 'flora', fullName: 'Flora Matos', document: '75041269343' },
  { nickname: 'gil', fullName: 'Gilberto Sá', document: '86152370426' },
  { nickname: 'helo', fullName: 'Heloísa Dias', document: '97263481537' },
].map((person, index) => withAccount(person, `+551198765010${index}`))

function withAccount<Person extends { nickname: string }>(person: Person, tel: string) {
  return { ...person, email: `${person.nickname}@tune.test`, password: PASSWORD, role: 'user', tel }
}

async function seed(): Promise<void> {
  const env = readEnv()
  const sql = connect(env.DATABASE_DIRECT_URL, { max: 2, name: 'tune-seed' })
  try {
    const serviceKey = createApiKey('service_role', env.JWT_SECRET)
    for (const account of [...DEMO_ACCOUNTS, ...AUDIENCE]) await addAccount(env, sql, serviceKey, account)
    const library: Library = JSON.parse(await readFile(join(FOLDER, 'library.json'), 'utf8'))
    await addSample(env, sql, serviceKey, library.sample)
    // One after another: the dashboard shows them in order of creation.
    const projects: { uid: string; work: Work }[] = []
    for (const work of library.works) {
      projects.push({ uid: await addProject(env, sql, serviceKey, work), work })
    }
    for (const { uid } of projects) await publishOnceDeployed(sql, uid)
    for (const [index, artist] of library.artists.entries()) {
      const account = withAccount(artist, `+551198765020${index}`)
      await addAccount(env, sql, serviceKey, account)
      await addStory(sql, account)
    }
    const door = {
      url: env.PUBLIC_URL,
      anonKey: createApiKey('anon', env.JWT_SECRET),
      password: PASSWORD,
    }
    for (const { uid, work } of projects) {
      if (work.auction && (await hasUnsold(sql, uid))) {
        await openAuction(door, { uid, fiatPrice: work.fiatPrice }, work.auction)
      }
    }
  } finally {
    await sql.end()
  }
}

type Account = {
  email: string
  password: string
  role: string
  nickname: string
  fullName: string
  tel: string
  document: string
}

async function hasUnsold(sql: Sql, projectUid: string): Promise<boolean> {
  const unsold = await sql`
    select from units
    join projects on projects.id = units.project_id
    where projects.uid = ${projectUid} and first_sold_at is null
    limit 1`
  return unsold.length > 0
}

async function addAccount(env: Env, sql: Sql, serviceKey: string, account: Account): Promise<void> {
  const known = await sql`select from users where email = ${account.email}`
  if (known.length > 0) return
  const [existing] = await sql<{ id: string }[]>`select id from auth.users where email = ${account.email}`
  const uid = existing?.id ?? (await createAuthUser(env, serviceKey, account))
  await sql`
    insert into users (uid, email, tel, nickname, full_name, document, role, provider, first_access)
    values (${uid}, ${account.email}, ${account.tel}, ${account.nickname}, ${account.fullName},
      ${account.document}, ${account.role}, 'email', ${account.role === 'user'})`
  await saveWallet(sql, uid, await createCustodian(env, sql).createWallet({ uid, email: account.email }))
  await sql`update users set is_complete_profile = true where uid = ${uid}`
}

async function createAuthUser(
  env: Env,
  serviceKey: string,
  account: { email: string; password: string },
): Promise<string> {
  const answer = await fetch(`${env.PUBLIC_URL}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: account.email, password: account.password, email_confirm: true }),
  })
  if (!answer.ok) throw new Error(`account ${account.email}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

async function addSample(env: Env, sql: Sql, serviceKey: string, sample: Library['sample']): Promise<void> {
  const known = await sql`select from samples`
  if (known.length > 0) return
  const thumbnail = await uploadCover(env, serviceKey, sample.slug)
  const lyrics = await readFile(join(FOLDER, `lyrics/${sample.slug}.html`), 'utf8')
  await sql`
    insert into samples (project_name, author, thumbnail, lyrics, video_id)
    values (${sample.projectName}, ${sample.author}, ${thumbnail}, ${await cleanLyrics(lyrics)}, ${sample.videoId})
    on conflict do nothing`
}

async function addProject(env: Env, sql: Sql, serviceKey: string, work: Work): Promise<string> {
  const [known] = await sql<{ uid: string }[]>`
    select uid from projects where project_name = ${work.projectName} and author = ${work.author}`
  if (known) return known.uid
  const thumbnail = await uploadCover(env, serviceKey, work.slug)
  // Each artist has a wallet of their own, derived from the name so that a second run finds the same.
  const authorWallet = privateKeyToAddress(keccak256(toHex(`author:${work.author}`)))
  const facts = { ...work, image: thumbnail }
  const pin = async (part: 'contract' | 'token', content: object) =>
    `ipfs://${await createPinning(env).pinJson(metadataFileName(work.symbol, part, Math.random()), content)}`
  const contractURI = await pin('contract', contractMetadata(facts, env.PLATFORM_WALLET))
  const baseURI = await pin('token', tokenMetadata(facts))
  return createProject(
    { sql, env },
    {
      projectName: work.projectName,
      author: work.author,
      authorWallet,
      thumbnail,
      description: work.description,
      lyrics: await readFile(join(FOLDER, `lyrics/${work.slug}.html`), 'utf8'),
      timedLyrics: parseLrc(await readFile(join(FOLDER, `lyrics/${work.slug}.lrc`), 'utf8')) ?? [],
      videoId: work.videoId,
      mediaUrl: '',
      symbol: work.symbol,
      fiatPrice: work.fiatPrice,
      totalSupply: work.totalSupply,
      validPeriod: work.validPeriod,
      expiredAt: new Date(Date.now() + work.daysOpen * 86_400_000),
      opensAt: work.opensInMinutes ? new Date(Date.now() + work.opensInMinutes * 60_000) : null,
      baseURI,
      contractURI,
      clip: await upload(env, serviceKey, {
        bucket: 'clips',
        path: `${work.slug}.mp3`,
        from: `clips/${work.slug}.mp3`,
      }),
      clipSeconds: Math.round(clipSeconds(await readFile(join(FOLDER, `clips/${work.slug}.mp3`))) ?? 0),
      tint: await coverTint(await readFile(join(FOLDER, `covers/${work.slug}.webp`))),
    },
    null,
  )
}

/** An account acts for the artist, whose page tells their story. */
async function addStory(sql: Sql, { email, author, story }: Account & Artist): Promise<void> {
  const [joined] = await sql<{ uid: string }[]>`
    insert into private.artist_accounts (artist_id, user_id)
    select artists.id, users.uid from private.artists, users
    where artists.name = ${author} and users.email = ${email}
      and not exists (select from private.artist_accounts where user_id = users.uid)
    returning user_id as uid`
  if (joined) await editPage(sql, { story, picture: null }, { uid: joined.uid, address: null })
}

function uploadCover(env: Env, serviceKey: string, slug: string): Promise<string> {
  const path = `projects/${slug}.webp`
  return upload(env, serviceKey, { bucket: 'images', path, from: `covers/${slug}.webp` })
}

/** Stores a file of the demonstration, given by its path in `db/seed`, and answers its public address. */
async function upload(
  env: Env,
  serviceKey: string,
  { bucket, path, from }: { bucket: 'images' | 'clips'; path: string; from: string },
): Promise<string> {
  const answer = await fetch(`${env.PUBLIC_URL}/storage/v1/object/${bucket}/${path}`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': bucket === 'clips' ? 'audio/mpeg' : 'image/webp',
      'x-upsert': 'true',
    },
    body: await readFile(join(FOLDER, from)),
  })
  if (!answer.ok) throw new Error(`${from}: ${await answer.text()}`)
  return `${env.PUBLIC_URL}/storage/v1/object/public/${bucket}/${path}`
}

async function publishOnceDeployed(sql: Sql, uid: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const [project] = await sql<{ isActive: boolean }[]>`
      select is_active as "isActive" from projects where uid = ${uid}`
    if (project?.isActive || (await publishProject(sql, uid, null)).ok) return
    await sleep(100)
  }
  throw new Error(`the contract of project ${uid} was not deployed within 30 seconds`)
}

await seed()

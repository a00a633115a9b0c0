/** Projects and artists in the real product: created, with somewhere to be paid, and an account that acts for each. */
import { perform } from './model.ts'
import { type Person, randomAddress } from './people.ts'
import type { Stage } from './stage.ts'
import type { Artist, Project } from './state.ts'
import type { CreateStep } from './steps.ts'

export const PIX_KEY = 'ana@tune.test'
const FAR_AWAY = '2099-12-31 23:59:59'
/** Artists' documents begin here: fans and administrators have others. */
const FIRST_ARTIST = 2_000_000

export function nameOf({ id }: Project): string {
  return `Maré ${id}`
}

export async function takeCreation(stage: Stage, step: CreateStep): Promise<void> {
  const { world, market, names, clock } = stage
  perform(market, step)
  const project = market.projects.at(-1)
  if (!project) throw new Error('the model made no project')
  const wallet = randomAddress()
  const body = {
    projectName: nameOf(project),
    author: artistName(project.author),
    authorWallet: wallet,
    symbol: 'MARE',
    description: 'Uma hora',
    fiatPrice: step.price,
    totalSupply: step.supply,
    validPeriod: step.validPeriod,
    videoId: 'mare',
    thumbnail: `${world.url}/storage/v1/object/public/images/mare.webp`,
    baseURI: '',
    contractURI: '',
    // The clock sets the end that the model has.
    expiredAt: FAR_AWAY,
  }
  const { status, data } = await stage.calls.once({ person: world.admin, path: '/create-project', body })
  if (status !== 201) throw new Error(`creating a project was answered with ${status} ${data.code}`)
  const [row] = await world.sql<{ id: number; uid: string }[]>`
    select id, uid from projects where uid = ${String(data.uid)}`
  if (!row) throw new Error('the new project has no row')
  names.addProject(project, row)
  await addArtist(stage, project.author, wallet)
  await clock.move(market, market.now)
}

export function artistName({ id }: Artist): string {
  return `Coral ${id}`
}

/** Somebody with whom authors share need not have a project of their own. */
export async function addBand(stage: Stage): Promise<void> {
  for (const artist of stage.market.band) {
    const wallet = randomAddress()
    await stage.world.sql`
      insert into private.artists (wallet, name) values (${wallet}, ${artistName(artist)})`
    await addArtist(stage, artist, wallet)
  }
}

async function addArtist({ calls, world, names }: Stage, artist: Artist, wallet: string): Promise<void> {
  const person: Person = await world.newPerson({ id: FIRST_ARTIST + artist.id, isComplete: true })
  const [row] = await world.sql<{ uid: string }[]>`
    with known as (select id, uid from private.artists where wallet = lower(${wallet})),
    account as (insert into private.artist_accounts (artist_id, user_id) select id, ${person.uid} from known)
    select uid from known`
  if (!row) throw new Error('an artist has no row')
  names.addArtist(artist, { uid: row.uid, wallet, person })
  // One administrator writes down where an artist is paid, and another one confirms it.
  const path = `/admin/artists/${row.uid}/keys`
  const body = { legalName: 'Coral Ltda.', pixKeyType: 'email', pixKey: PIX_KEY }
  const { data } = await calls.once({ person: world.admin, path, body })
  const confirm = { person: world.secondAdmin, path: `${path}/${data.id}/confirm`, body: {} }
  const { status } = await calls.once(confirm)
  if (status !== 200) throw new Error(`an artist's key was answered with ${status}`)
}

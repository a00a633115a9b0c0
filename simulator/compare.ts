/**
 * The whole state of a market as lines of text, from the model and from the real database. Both name things by their
 * properties, not by their ids; the same market gives the same lines.
 */
import type { Sql } from '#server/platform/db/sql.ts'
import { accountsOf } from './authors.ts'
import { account, type Books, balance } from './books.ts'
import type { Names } from './names.ts'
import type { Person } from './people.ts'
import type { Market, Project } from './state.ts'

/** Accounts that are nobody's in particular, summed in the database. */
const HOUSE: Record<string, string[]> = {
  [account.revenue]: ['platform:revenue'],
  [account.fees]: ['platform:card_fees', 'platform:pix_fees'],
  [account.clearing]: ['processor:clearing', 'pix:clearing'],
  [account.disputed]: ['disputes:open'],
  [account.losses]: ['platform:dispute_losses'],
  [account.unclaimed]: ['refunds:unclaimed'],
  [account.unmatched]: ['pix:unmatched', 'cards:unmatched'],
  [account.paidOut]: ['withdrawals:paid', 'artists:paid'],
  'under way': ['refunds:under_way', 'payouts:under_way'],
}

export function describeModel({ books, fans, projects, charges }: Market): string[] {
  const lines = [
    ...Object.keys(HOUSE).map((name) => `${name} ${balance(books, name)}`),
    ...charges.map(
      ({ fan, method, flow, payment, fee }) =>
        `charge of fan ${fan.id}: ${method}, ${flow}, ${payment.amount} with ${payment.tip} and ${fee}, ${payment.status}`,
    ),
    ...fans.map(
      ({ id }) =>
        `fan ${id}: ${balance(books, account.available(id))} free, ${balance(books, account.held(id))} held`,
    ),
  ]
  for (const project of projects) {
    const name = `project ${project.id}`
    const { isActive, isPaused, isClosed } = project
    const facts = `published ${isActive}, paused ${isPaused}, closed ${isClosed}, payable ${balance(books, account.payable(project.id))}`
    lines.push(`${name}: ${facts}`)
    for (const { number, isSold, holder } of project.units) {
      lines.push(`${name}: unit ${number}, sold ${isSold}, held by ${holder ? holder.fan.id : 'nobody'}`)
    }
    for (const { fan, payer, unit, status, song, payment } of project.tokens) {
      lines.push(
        `${name}: token of fan ${fan.id} paid by ${payer.id} on unit ${unit.number} for ${payment.amount}, ${status}, ${song}, ${payment.status}`,
      )
    }
    lines.push(...sharesOf(books, project).map((line) => `${name}: ${line}`))
    for (const { giver, recipient, unit, payment, status } of project.gifts) {
      lines.push(
        `${name}: gift of fan ${giver.id} to ${recipient?.id ?? 'nobody'} of unit ${unit.number} for ${payment.amount}, ${status}`,
      )
    }
    for (const { fan, amount, status, hold, payment } of project.bids) {
      lines.push(`${name}: bid of fan ${fan.id}, ${amount}, ${status}, ${hold}, ${payment.status}`)
    }
  }
  return lines.toSorted()
}

/** What those who share a project have of it, and the splits that there were. */
function sharesOf(books: Books, project: Project): string[] {
  const prefix = account.share(project.id, 0).slice(0, -1)
  const ofArtists = accountsOf(project).filter((name) => name.startsWith(prefix))
  return [
    ...project.splits.map(({ status, shares }) => {
      const each = shares.map(({ artist, basisPoints }) => `${basisPoints} of ${artist.id}`)
      return `split ${status}: ${each.join(', ')}`
    }),
    ...ofArtists.map((name) => `artist ${name.slice(prefix.length)} has ${balance(books, name)}`),
  ]
}

export async function describeReal(
  sql: Sql,
  { fans, band, projects }: Market,
  people: Person[],
  names: Names,
): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with fans as (
      select * from jsonb_to_recordset(${sql.json(fans.map(({ id }) => ({ who: id, uid: people[id]?.uid ?? '' })))})
        as row (who integer, uid uuid)
    ),
    works as (
      select * from jsonb_to_recordset(${sql.json(projects.map((project) => ({ project: project.id, ...names.project(project) })))})
        as row (project integer, id bigint, uid uuid)
    ),
    artists as (
      select row.artist, artists.id, row.uid
      from jsonb_to_recordset(${sql.json([...band, ...projects.map(({ author }) => author)].map((artist) => ({ artist: artist.id, uid: names.artist(artist).uid })))})
        as row (artist integer, uid uuid)
      join private.artists on artists.uid = row.uid
    ),
    operator as (
      select * from jsonb_to_recordset(${sql.json(Object.entries(HOUSE).flatMap(([name, codes]) => codes.map((code) => ({ name, code }))))})
        as row (name text, code text)
    )
    select format('%s %s', name, sum(balance)) as line
    from operator
    join ledger.accounts on accounts.code = operator.code
    group by name
    union all
    select format('charge of fan %s: %s, %s, %s with %s and %s, %s', who, method, flow, amount, tip, fee, status)
    from fans
    join public.payments on payments.user_id = fans.uid and method <> 'balance'
    union all
    select format('fan %s: %s free, %s held', who, free.balance, held.balance)
    from fans
    join ledger.accounts free on free.code = 'fan:' || uid || ':available'
    join ledger.accounts held on held.code = 'fan:' || uid || ':held'
    union all
    select format('project %s: published %s, paused %s, closed %s, payable %s', project,
      is_active::text, (paused_at is not null)::text, (closed_at is not null)::text, balance)
    from works
    join public.projects using (id)
    join market.state on state.project_id = works.id
    join ledger.accounts on code = 'project:' || works.uid || ':payable'
    union all
    select format('project %s: unit %s, sold %s, held by %s', project, number,
      (first_sold_at is not null)::text, coalesce(who::text, 'nobody'))
    from works
    join public.units on units.project_id = works.id
    left join public.mints on mints.id = units.mint_id
    left join fans on fans.uid = mints.user_id
    union all
    select format('project %s: token of fan %s paid by %s on unit %s for %s, %s, %s, %s', project, fans.who, payers.who, number,
      payments.amount, mints.status, status_song, payments.status)
    from works
    join public.mints on mints.project_id = works.id
    join public.units on units.id = unit_id
    join public.payments on payments.id = payment_id
    join fans on fans.uid = mints.user_id
    join fans payers on payers.uid = payments.user_id
    union all
    select format('project %s: gift of fan %s to %s of unit %s for %s, %s', project, givers.who,
      coalesce(fans.who::text, 'nobody'), number, payments.amount, gifts.status)
    from works
    join private.gifts on gifts.project_id = works.id and gifts.status <> 'unpaid'
    join public.units on units.id = gifts.unit_id
    join public.payments on payments.id = gifts.payment_id
    join fans givers on givers.uid = giver
    left join fans on fans.uid = recipient
    union all
    select format('project %s: split %s: %s', project, status, (
      select string_agg(format('%s of %s', basis_points, artist), ', ' order by place)
      from private.split_shares join artists on artists.id = artist_id where split_id = splits.id
    ))
    from works
    join private.splits on splits.project_id = works.id
    union all
    select format('project %s: artist %s has %s', project, artist, balance)
    from works
    join private.share_accounts on share_accounts.project_id = works.id
    join artists on artists.id = artist_id
    join ledger.accounts on accounts.id = account_id
    union all
    select format('project %s: bid of fan %s, %s, %s, %s, %s', project, who,
      bids.amount, bids.status, holds.status, payments.status)
    from works
    join public.bids on bids.project_id = works.id
    join ledger.holds on holds.id = 'bid:' || bids.id
    join public.payments on payments.id = payment_id
    join fans on fans.uid = bids.user_id`
  return rows.map(({ line }) => line).toSorted()
}

/** Throws with the lines that only one of the two has. */
export function expectSame(model: string[], real: string[]): void {
  const [onlyModel, onlyReal] = [without(model, real), without(real, model)]
  if (onlyModel.length === 0 && onlyReal.length === 0) return
  const list = (title: string, lines: string[]) => [
    `in the ${title} alone:`,
    ...lines.map((line) => `  ${line}`),
  ]
  throw new Error(
    ['model and database differ', ...list('model', onlyModel), ...list('database', onlyReal)].join('\n'),
  )
}

/** What is left of `lines` when each of `others` has cancelled one equal to itself. */
function without(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

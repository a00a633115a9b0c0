/**
 * What so many fans cost: `node bench/capacity.ts` writes docs/capacity.md from measured costs and stated assumptions. A
 * model, to be corrected by the first real month.
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVENTS, type Event, goalOf, SIDES, type Side } from './costs.ts'
import type { Bench } from './report.ts'
import { median } from './statistics.ts'

const KEPT: Record<string, Bench> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'results.json'), 'utf8'),
)

/** Milliseconds of a core for one of it, by `costs` of bench/RESULTS.md. */
function costOf(event: Event, side: Side): number {
  const measured = KEPT.costs?.results.find(({ goal }) => goal === goalOf(event, side))
  if (!measured) throw new Error(`bench/results.json lacks the ${goalOf(event, side)}`)
  return median(measured.rounds)
}

/** A frame reaches 5,000 watchers in 80 ms (`fanout`), and all of it is the product's. */
const FRAME_MS = 0.016

/** What a fan does on a day on which they come at all. */
const DAY = {
  active: 0.1,
  reads: 60,
  bids: 1.5,
  purchases: 0.15,
  plays: 0.5,
  signIns: 0.05,
  /** Of a bid that is overtaken or wins, of a purchase, of a window that ends. */
  mails: 1,
  minutesWatching: 10,
  /** A lease is renewed every fifteen seconds of half an hour. */
  renewals: 0.5 * 120,
  /** While bids come in; an auction sends ten frames a second at most. */
  framesPerSecond: 1,
}
/** Of the day, in its busiest hour. */
const PEAK_HOUR = 0.15
/** Of a core, in the busiest hour, so that the busiest minute fits. */
const USABLE = 0.4
const SECONDS = 3600
/** R$ a month for a core with 4 GB: an assumption, to be replaced by one's own offer. */
const REAIS_PER_CORE = 150
const CORES_OF_A_HOST = 8
const KB_PER_SOCKET = 41
/** By `minting` of bench/RESULTS.md, in batches of a hundred. */
const GAS = { sale: 68_595, bid: 4180 }
/** What gas has cost on three kinds of networks, as orders of magnitude: assumptions, to be replaced by the day's own. */
const NETWORKS = [
  { name: 'a sidechain (50 gwei, R$ 2 a coin)', gwei: 50, coin: 2 },
  { name: 'a rollup (0.02 gwei, R$ 15,000 a coin)', gwei: 0.02, coin: 15_000 },
  { name: 'Ethereum itself (5 gwei, R$ 15,000 a coin)', gwei: 5, coin: 15_000 },
] as const

type Rate = Event | 'frame'

type Capacity = {
  fans: number
  /** Events a second in the busiest hour. */
  rates: Record<Rate, number>
  watchers: number
  /** Busy in that hour with a margin, on each side. */
  cores: Record<Side, number>
  hosts: number
  socketsGb: number
  salesPerDay: number
  bidsPerDay: number
  reaisPerMonth: number
}

export function capacityFor(fans: number): Capacity {
  const active = fans * DAY.active
  const perSecond = (each: number) => (active * each * PEAK_HOUR) / SECONDS
  const watchers = (active * PEAK_HOUR * DAY.minutesWatching) / 60
  const rates = {
    read: perSecond(DAY.reads),
    bid: perSecond(DAY.bids),
    purchase: perSecond(DAY.purchases),
    'sign-in': perSecond(DAY.signIns),
    'renewal of a play lease': perSecond(DAY.renewals),
    mail: perSecond(DAY.mails),
    frame: watchers * DAY.framesPerSecond,
  }
  const busy = (side: Side) =>
    Object.entries(rates).reduce((sum, [kind, rate]) => {
      if (kind === 'frame') return sum + (side === 'product' ? (rate * FRAME_MS) / 1000 : 0)
      return sum + (rate * costOf(kind as Event, side)) / 1000
    }, 0)
  // Never fewer than two of each: a second host, and a replica.
  const coresFor = (side: Side) => Math.max(2, Math.ceil(busy(side) / USABLE))
  // A replica has all that its primary has.
  const cores = { product: coresFor('product'), Postgres: 2 * coresFor('Postgres') }
  const hosts = SIDES.reduce((sum, side) => sum + Math.max(1, Math.ceil(cores[side] / CORES_OF_A_HOST)), 0)
  return {
    fans,
    rates,
    watchers,
    cores,
    hosts: Math.max(2, hosts),
    socketsGb: (watchers * KB_PER_SOCKET) / 1e6,
    // Each purchase is one on the chain, and each of a day's ends sells one again to a bid.
    salesPerDay: active * DAY.purchases * 2,
    bidsPerDay: active * DAY.bids,
    reaisPerMonth: (cores.product + cores.Postgres) * REAIS_PER_CORE,
  }
}

/** R$ a month for what a market of that size records. */
function chainReais(
  { salesPerDay, bidsPerDay }: Capacity,
  { gwei, coin }: (typeof NETWORKS)[number],
): number {
  return 30 * (salesPerDay * GAS.sale + bidsPerDay * GAS.bid) * gwei * 1e-9 * coin
}

const SIZES = [10_000, 1_000_000, 100_000_000]

/** docs/capacity.md. */
export function renderCapacity(): string {
  const sizes = SIZES.map(capacityFor)
  const number = (value: number) =>
    value.toLocaleString('en-US', { maximumSignificantDigits: value < 100 ? 2 : 3 })
  const row = (name: string, cell: (size: Capacity) => string) =>
    `| ${[name, ...sizes.map(cell)].join(' | ')} |`
  return `# What so many fans cost

Written by \`node bench/capacity.ts\` from the costs that \`bench/\` measured on two cores and from assumptions that stand in that
file. It is a model: it says what grows and what breaks first, and the first real month will correct its figures.

| fans | ${SIZES.map(number).join(' | ')} |
|---|${SIZES.map(() => '---').join('|')}|
${row('come on a day', ({ fans }) => number(fans * DAY.active))}
${row('reads a second, in the busiest hour', ({ rates }) => number(rates.read))}
${row('bids a second', ({ rates }) => number(rates.bid))}
${row('purchases a second', ({ rates }) => number(rates.purchase))}
${row('renewals of play leases a second', ({ rates }) => number(rates['renewal of a play lease']))}
${row('sign-ins a second', ({ rates }) => number(rates['sign-in']))}
${row('mails a second', ({ rates }) => number(rates.mail))}
${row('watchers at once', ({ watchers }) => number(watchers))}
${row('memory of their sockets, GB', ({ socketsGb }) => number(socketsGb))}
${row('cores for the product', ({ cores }) => number(cores.product))}
${row('cores for Postgres, with a replica', ({ cores }) => number(cores.Postgres))}
${row(`hosts of ${CORES_OF_A_HOST} cores`, ({ hosts }) => number(hosts))}
${row('R$ a month for cores', ({ reaisPerMonth }) => number(reaisPerMonth))}
${row('sales on the chain a day', ({ salesPerDay }) => number(salesPerDay))}
${NETWORKS.map((network) => row(`R$ a month for ${network.name}`, (size) => number(chainReais(size, network)))).join('\n')}

Assumed of a fan on a day on which they come (one day in ten): ${DAY.reads} reads, ${DAY.bids} bids, ${DAY.purchases} purchases, ${DAY.plays} hours begun, of which half is
listened to, ${DAY.signIns} sign-ins, ${DAY.mails} mail, ${DAY.minutesWatching} minutes at an auction that tells something every second; ${PEAK_HOUR * 100} % of the day in its busiest hour;
cores ${USABLE * 100} % busy then. R$ ${REAIS_PER_CORE} a month for a core with 4 GB and the price of gas are placeholders for one's own offers; files, video, cards,
PIX and the sending of mails are paid by their own tariffs and are not in it.

Costs of one event, in milliseconds of a core, by \`costs\` of bench/RESULTS.md, in the product and in Postgres:

| event | product | Postgres |
|---|---|---|
${EVENTS.map((event) => `| ${event} | ${SIDES.map((side) => number(costOf(event, side))).join(' | ')} |`).join('\n')}
| frame to a watcher | ${FRAME_MS} | – |

A sale is ${number(GAS.sale)} gas and a bid's record ${number(GAS.bid)}, in batches of a hundred: on the three networks above R$ ${NETWORKS.map((network) => number(GAS.sale * network.gwei * 1e-9 * network.coin)).join(', ')} a sale.

## What breaks first

- **Ten thousand.** Nothing: two cores serve it. The second host is there for the day on which the first one is lost.
- **A million.** Not the average but the hour of a hit: a million fans who hear of one auction are some thousand bids a second on one
  row of \`market.state\`, which one Postgres places at ${number(1000 / costOf('bid', 'Postgres'))} a second, one batch after the other (its lock is held for a batch, not for a bid).
  Reads go to more web processes; watchers to more realtime processes, since one process reads the log for all
  ([decision 025](decisions/025-one-reader-of-the-log.md)).
- **A hundred million.** The renewals of play leases: ${number(capacityFor(100_000_000).rates['renewal of a play lease'])} small transactions a second are most of all writes, and none of them is
  worth keeping. They leave the primary first (to a store that forgets), then the public log's history. What is left are bids and
  purchases, which one primary still places on average; hits need theirs apart.

## What would then be partitioned

By project: an auction's rows, its units, its bids and its log never meet those of another one, and its lock already is the only one
that bids share. What crosses is money: a fan's wallet is one account, and a bid holds an amount of it. A shard of projects
therefore takes a hold by two steps with the wallets' shard: reserve there, place here, post or void there, each under the bid's own
key, so that any process may go on with what another one left. No other transaction crosses. The product does not do so; two databases
with its own SQL do in \`simulator/shards.ts\`, with bids repeated and processes that die between any two steps, and its test checks
that every bid is paid for once where it won and given back where it did not, and that both databases owe each other nothing.

One sender mints some two hundred units a second under blocks of one second (bench/RESULTS.md, minting). Beyond that projects are shared among senders with an account each.
`
}

if (process.argv[1] === import.meta.filename)
  await writeFile(join(import.meta.dirname, '../docs/capacity.md'), renderCapacity())

/**
 * What so many fans cost: `node bench/capacity.ts` writes docs/capacity.md from measured costs and stated assumptions. A
 * model, to be corrected by the first real month.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Processor time of one event in milliseconds of one core, everything on the machine included (product, Postgres and who
 * asks): two cores divided by the rate in bench/RESULTS.md of 2026-11-23.
 */
const COSTS = {
  read: { ms: 0.15, from: 'reads: 13,400 of one’s own or of an auction a second' },
  bid: { ms: 0.78, from: 'bids-throughput: 2,558 a second on one auction' },
  purchase: { ms: 1.13, from: 'purchases: 1,773 a second' },
  signIn: { ms: 22, from: 'sign-ins: 90 a second; the password’s hash is meant to be slow' },
  renewal: { ms: 0.78, from: 'a play lease is renewed by one small transaction: taken as a bid' },
  frame: { ms: 0.016, from: 'fanout: a frame reaches 5,000 watchers in 80 ms' },
} as const

/** What a fan does on a day on which they come at all. */
const DAY = {
  active: 0.1,
  reads: 60,
  bids: 1.5,
  purchases: 0.15,
  plays: 0.5,
  signIns: 0.05,
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
/** R$ a month for a core with 4 GB, and for a thousand units on the chain: assumptions, to be replaced by one's own offers. */
const REAIS = { core: 150, thousandUnits: 50 }
const KB_PER_SOCKET = 41

type Capacity = {
  fans: number
  /** Events a second in the busiest hour. */
  rates: Record<keyof typeof COSTS, number>
  watchers: number
  cores: number
  socketsGb: number
  unitsPerDay: number
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
    signIn: perSecond(DAY.signIns),
    renewal: perSecond(DAY.renewals),
    frame: watchers * DAY.framesPerSecond,
  }
  const busy = Object.entries(rates).reduce(
    (sum, [kind, rate]) => sum + (rate * COSTS[kind as keyof typeof COSTS].ms) / 1000,
    0,
  )
  // Never fewer than two hosts of two cores, with a replica.
  const cores = Math.max(4, Math.ceil(busy / USABLE))
  // Each purchase is one unit on the chain, and each of a day's ends sells one again to a bid.
  const unitsPerDay = active * DAY.purchases * 2
  return {
    fans,
    rates,
    watchers,
    cores,
    socketsGb: (watchers * KB_PER_SOCKET) / 1e6,
    unitsPerDay,
    reaisPerMonth: cores * REAIS.core + (unitsPerDay * 30 * REAIS.thousandUnits) / 1000,
  }
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
${row('renewals of play leases a second', ({ rates }) => number(rates.renewal))}
${row('sign-ins a second', ({ rates }) => number(rates.signIn))}
${row('watchers at once', ({ watchers }) => number(watchers))}
${row('memory of their sockets, GB', ({ socketsGb }) => number(socketsGb))}
${row('cores', ({ cores }) => number(cores))}
${row('units on the chain a day', ({ unitsPerDay }) => number(unitsPerDay))}
${row('R$ a month, cores and chain', ({ reaisPerMonth }) => number(reaisPerMonth))}

Assumed of a fan on a day on which they come (one day in ten): ${DAY.reads} reads, ${DAY.bids} bids, ${DAY.purchases} purchases, ${DAY.plays} hours begun, of which half is
listened to, ${DAY.signIns} sign-ins, ${DAY.minutesWatching} minutes at an auction that tells something every second; ${PEAK_HOUR * 100} % of the day in its busiest hour; cores ${USABLE * 100} %
busy then. R$ ${REAIS.core} a month for a core with 4 GB and R$ ${REAIS.thousandUnits} for a thousand units on the chain are placeholders for one's own offers; files,
video, cards, PIX and mail are paid by their own tariffs and are not in it.

Costs of one event, in milliseconds of a core:

${Object.entries(COSTS)
  .map(([kind, { ms, from }]) => `- ${kind}: ${ms} (${from})`)
  .join('\n')}

## What breaks first

- **Ten thousand.** Nothing: two cores serve it. The second host is there for the day on which the first one is lost.
- **A million.** Not the average but the hour of a hit: a million fans who hear of one auction are some thousand bids a second on one
  row of \`market.state\`, which one Postgres places at ${number(1000 / (COSTS.bid.ms / 2))} a second on two cores (its lock is held for a batch, not for a bid).
  Reads go to more web processes; watchers to more realtime processes, since one process reads the log for all
  ([decision 025](decisions/025-one-reader-of-the-log.md)).
- **A hundred million.** The renewals of play leases: ${number(capacityFor(100_000_000).rates.renewal)} small transactions a second are most of all writes, and none of them is
  worth keeping. They leave the primary first (to a store that forgets), then the public log's history. What is left are bids and
  purchases, which one primary still places on average; hits need theirs apart.

## What would then be partitioned

By project: an auction's rows, its units, its bids and its log never meet those of another one, and its lock already is the only one
that bids share. What crosses is money: a fan's wallet is one account, and a bid holds an amount of it. A shard of projects
therefore takes a hold by two steps with the wallets' shard: reserve there, place here, post or void there, each under the bid's own
key, so that any process may go on with what another one left. No other transaction crosses. The product does not do so; two databases
with its own SQL do in \`simulator/shards.ts\`, with bids repeated and processes that die between any two steps, and its test checks
that every bid is paid for once where it won and given back where it did not, and that both databases owe each other nothing.

On the chain a unit is 51,387 gas in a batch of a hundred and a bid's record some 4,200 (bench/RESULTS.md, minting); one sender mints some
two hundred units a second under blocks of one second. Beyond that projects are shared among senders with an account each.
`
}

if (process.argv[1] === import.meta.filename)
  await writeFile(join(import.meta.dirname, '../docs/capacity.md'), renderCapacity())

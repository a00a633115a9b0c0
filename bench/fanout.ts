/** From a bid's HTTP request to the frame at the last of five thousand watchers. */
import { gatherCrowd } from './crowd.ts'
import type { BenchContext } from './main.ts'
import { RAWWS } from './rawws.ts'
import type { Result } from './report.ts'
import { median } from './statistics.ts'

export const title = 'a bid, seen by 5,000 watchers'

const WATCHERS = 5000
const PASSES = 15

export async function run(context: BenchContext): Promise<Result[]> {
  const { rounds, say } = context
  const crowd = await gatherCrowd(context, {
    sockets: 2 * WATCHERS,
    fans: PASSES * (rounds + 1),
    auctions: 10,
  })
  const watching = await crowd.watch(0, WATCHERS)
  const rawWatching = await crowd.watchRaw(WATCHERS)
  const figures = { bid: [] as number[], raw: [] as number[] }
  let bytes = Buffer.alloc(0)

  const round = async () => {
    const bids: number[] = []
    const raws: number[] = []
    for (let pass = 0; pass < PASSES; pass++) {
      bids.push(await crowd.bidPass(watching, 0))
      bytes = Buffer.from(await crowd.watchers.call('lastFrame', watching))
      raws.push(await crowd.rawPass(rawWatching, bytes))
    }
    return { bid: median(bids), raw: median(raws) }
  }

  // Warms both.
  await round()
  for (let number = 0; number < rounds; number++) {
    const { bid, raw } = await round()
    figures.bid.push(bid)
    figures.raw.push(raw)
    say(`RAWWS ${raw.toFixed(1)} ms; bid to the last watcher ${bid.toFixed(1)} ms`)
  }
  await crowd.stop()

  const list = (values: number[]) => values.map((ms) => ms.toFixed(1)).join(' · ')
  return [
    {
      goal: `HTTP bid → last of ${WATCHERS.toLocaleString('en-US')} watchers / RAWWS`,
      baseline: `${RAWWS}; the same receiver, the same bytes`,
      unit: '×',
      rounds: figures.bid.map((ms, index) => ms / (figures.raw[index] as number)),
      limit: { atMost: 1.45 },
      notes: [
        `RAWWS ${list(figures.raw)} ms; bid ${list(figures.bid)} ms; medians of ${PASSES} passes, ${bytes.length} bytes each`,
      ],
    },
  ]
}

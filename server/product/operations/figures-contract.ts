/** The figures of the business, as jobs counted them. Amounts are centavos; days are `yyyy-MM-dd` in São Paulo. */
import * as v from 'valibot'
import { about } from '../api/call.ts'

const dayWire = v.strictObject({
  day: v.string(),
  volume: about(v.number(), 'Prices alone, without what fans added for artists.'),
  fees: v.number(),
  held: v.number(),
  issued: about(v.number(), 'Tokens issued on the day.'),
  played: about(v.number(), 'Of these, those whose hour was played.'),
  resold: about(v.number(), 'Of these, those that were won at auction.'),
  resale: about(v.number(), 'What those cost.'),
  firstPrice: about(v.number(), 'What their units cost at first.'),
  waited: about(v.number(), 'How long their units had been free, in milliseconds.'),
  bids: about(v.number(), 'Bids placed on the day.'),
})

/** GET /admin/figures: the results of the latest run of the minutely job. */
export const figuresWire = v.strictObject({
  countedAt: v.string(),
  activeUsers: v.number(),
  activeProjects: v.number(),
  transactions: about(v.number(), 'Payments, whatever became of them.'),
  tokensIssued: v.number(),
  days: about(v.array(dayWire), 'Each day that was asked for, oldest first.'),
  before: about(v.array(dayWire), 'As many days before them.'),
  projects: about(
    v.array(v.strictObject({ uid: v.string(), projectName: v.string(), volume: v.number() })),
    'Of the same days, the projects that sold most, and what all others sold.',
  ),
  others: v.number(),
  weeks: about(
    v.array(
      v.strictObject({
        week: v.string(),
        registered: v.number(),
        completed: v.number(),
        paid: v.number(),
        bid: v.number(),
      }),
    ),
    'The last twelve weeks by their Mondays, oldest first: of those who registered, who came how far.',
  ),
  cohorts: about(
    v.array(v.strictObject({ month: v.string(), people: v.array(v.number()) })),
    'The last twelve months by their first days, oldest first: how many bought for the first time, and of these how many in each month since.',
  ),
  cohortsAt: about(v.nullable(v.string()), 'When those months were last counted.'),
  boughtSince: about(v.boolean(), 'Somebody has bought since then.'),
})
export type FiguresWire = v.InferOutput<typeof figuresWire>
export type DayWire = FiguresWire['days'][number]

/**
 * The wire types of what an artist's works bring, and of paying it: keys, payouts, statement, figures and tips. Amounts are centavos,
 * instants ISO 8601 in UTC.
 */
import * as v from 'valibot'
import { ARTIST_MOVEMENTS, PAYOUT_STATUSES } from '#domain/payout.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { about } from '../api/call.ts'
import { approvalWire, outgoingState } from '../approvals/contract.ts'

/** What an artist has earned and not been paid. */
export const owedWire = v.strictObject({
  payable: v.number(),
  free: about(
    v.number(),
    'What of it can be paid out now: no fan can undo those sales any more, and neither a bank nor an administrator is about to.',
  ),
  unplayed: about(v.number(), 'What of it fans who have not played may still take back.'),
  unplayedUntil: about(v.nullable(v.string()), 'When the time to play ends for the last of them.'),
})
export type OwedWire = v.InferOutput<typeof owedWire>

export const artistKeyWire = v.strictObject({
  id: v.number(),
  legalName: v.string(),
  pixKeyType: v.picklist(PIX_KEY_TYPES),
  pixKey: v.string(),
  enteredBy: v.string(),
  byArtist: about(v.boolean(), 'By the artist’s own account; `enteredBy` is then its e-mail.'),
  enteredAt: v.string(),
  confirmedBy: v.nullable(v.string()),
  confirmedAt: v.nullable(v.string()),
})
export type ArtistKeyWire = v.InferOutput<typeof artistKeyWire>

/** In centavos. */
const withheld = v.strictObject({ irrf: v.number(), iss: v.number(), inss: v.number() })

/** GET /admin/artists/{uid}/payouts, and /admin/payouts-waiting for those of everybody that are not over. */
export const payoutWire = v.strictObject({
  ...outgoingState.entries,
  id: v.number(),
  uid: v.string(),
  artist: v.strictObject({ uid: v.string(), name: v.string() }),
  legalName: v.string(),
  pixKeyType: v.picklist(PIX_KEY_TYPES),
  pixKey: v.string(),
  amount: about(v.number(), 'What is owed no more; `net` of it is paid, the rest is withheld.'),
  net: v.number(),
  freshCard: about(v.number(), 'Of one that waits: so much at most by card, within seven days.'),
  withheld,
  status: v.picklist(PAYOUT_STATUSES),
  reason: v.nullable(v.string()),
  endToEndId: v.nullable(v.string()),
  approvals: about(v.array(approvalWire), 'The first one asked for it.'),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type PayoutWire = v.InferOutput<typeof payoutWire>

/** What an artist sees of their own: nothing of who decides. */
export const ownPayoutWire = v.pick(payoutWire, [
  'uid',
  'pixKeyType',
  'pixKey',
  'amount',
  'net',
  'withheld',
  'status',
  'endToEndId',
  'createdAt',
  'endedAt',
])
export type OwnPayoutWire = v.InferOutput<typeof ownPayoutWire>

/** GET /admin/payouts/{uid}: the receipt. */
export const payoutReceiptWire = v.strictObject({
  ...payoutWire.entries,
  parts: v.array(v.strictObject({ projectName: v.string(), amount: v.number() })),
})
export type PayoutReceiptWire = v.InferOutput<typeof payoutReceiptWire>

/** `amount` is the artist's, negative where it goes away; `platform` is the platform's part of the same event. */
export const artistStatementRowWire = v.strictObject({
  id: v.string(),
  at: v.string(),
  kind: v.picklist(ARTIST_MOVEMENTS),
  project: v.string(),
  amount: v.number(),
  platform: v.number(),
  whole: about(
    v.nullable(v.number()),
    'Of a work that is shared: what `amount` is a part of, the part of all who share it.',
  ),
  basisPoints: about(v.nullable(v.number()), 'Their share of `whole`; null for what went back, too.'),
})
export type ArtistStatementRowWire = v.InferOutput<typeof artistStatementRowWire>

/** GET /admin/artists/{uid}/statement?month=yyyy-MM. `totals` and `balance` are those of the whole month, in São Paulo. */
export const artistStatementWire = v.strictObject({
  data: v.array(artistStatementRowWire),
  next: v.nullable(v.string()),
  totals: v.array(
    v.strictObject({
      kind: v.picklist(ARTIST_MOVEMENTS),
      count: v.number(),
      amount: v.number(),
      platform: v.number(),
    }),
  ),
  withheld: about(
    v.nullable(withheld),
    'Of the payouts that were paid in the month, a part of what left; with the first page.',
  ),
  balance: about(
    v.nullable(v.strictObject({ opening: v.number(), closing: v.number() })),
    'What was owed when the month began and ended, or is by now; with the first page.',
  ),
})
export type ArtistStatementWire = v.InferOutput<typeof artistStatementWire>

/** POST /artist-figures {token}: what a link shows. */
export const artistFiguresWire = v.strictObject({
  name: v.string(),
  at: v.string(),
  expiresAt: v.string(),
  projects: v.array(
    v.strictObject({
      uid: v.string(),
      projectName: v.string(),
      author: v.string(),
      thumbnail: v.string(),
      supply: v.number(),
      sold: about(v.number(), 'Sales in the first lot and at auction that were kept: those of the volume.'),
      undone: about(v.number(), 'Those that were taken back since.'),
      refunded: about(v.number(), 'Of `sold`, those with money given back nevertheless.'),
      holders: v.number(),
      standing: v.number(),
      volume: about(v.number(), 'The prices paid and kept, without what fans added to them.'),
      tips: about(v.number(), 'What they added, and is kept: of the whole work, as the volume.'),
      basisPoints: about(
        v.number(),
        'Their share of the author’s part from now on; 10000 where nobody else has one.',
      ),
      share: about(v.number(), 'What they have earned.'),
      payable: v.number(),
      paid: v.number(),
    }),
  ),
})
export type ArtistFiguresWire = v.InferOutput<typeof artistFiguresWire>

/** GET /admin/artists/{uid}/tips: an amount that a fan added to a price, with its line. */
export const tipWire = v.strictObject({
  id: v.number(),
  project: v.string(),
  amount: v.number(),
  words: v.string(),
  at: v.string(),
  isReturned: v.boolean(),
})
export type TipWire = v.InferOutput<typeof tipWire>

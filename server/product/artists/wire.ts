/** The wire types of artists. Amounts are centavos, periods seconds, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { INVITATION_STATES } from '#domain/artist.ts'
import { ARTIST_MOVEMENTS, PAYOUT_STATUSES } from '#domain/payout.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { about } from '../api/call.ts'
import { aloneUpTo, approvalWire, outgoingState } from '../approvals/contract.ts'
import { personWire } from '../back-office/contract.ts'

/** GET /admin/artists. */
export const adminArtistWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  name: v.string(),
  wallet: v.string(),
  projects: v.array(v.string()),
  payable: about(
    v.nullable(v.number()),
    'What is owed, and what was paid out so far: null for roles that see no accounts.',
  ),
  paid: v.nullable(v.number()),
  lastPayoutAt: v.nullable(v.string()),
})
export type AdminArtistWire = v.InferOutput<typeof adminArtistWire>

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

export const artistLinkWire = v.strictObject({
  uid: v.string(),
  createdBy: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  state: v.picklist(['valid', 'expired', 'revoked']),
})
export type ArtistLinkWire = v.InferOutput<typeof artistLinkWire>

/** The account that acts for an artist. */
export const artistAccountWire = v.strictObject({
  ...personWire.entries,
  isActive: v.boolean(),
  joinedAt: v.string(),
})
export type ArtistAccountWire = v.InferOutput<typeof artistAccountWire>

export const adminInvitationWire = v.strictObject({
  uid: v.string(),
  email: about(
    v.nullable(v.string()),
    'Null once its owner’s account has been erased, and a month after an end that nobody came before.',
  ),
  createdBy: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  state: v.picklist(INVITATION_STATES),
})
export type AdminInvitationWire = v.InferOutput<typeof adminInvitationWire>

const rate = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999))
/** What is withheld of payouts, in basis points, and whose name it is in. */
export const artistTaxesWire = v.strictObject({
  document: about(v.string(), 'A CPF or CNPJ, without punctuation.'),
  irrf: rate,
  iss: rate,
  inss: rate,
})
export type ArtistTaxesWire = v.InferOutput<typeof artistTaxesWire>

/** In centavos. */
const withheld = v.strictObject({ irrf: v.number(), iss: v.number(), inss: v.number() })

/** POST /artist-invitation: what its holder sees of an invitation that can still be accepted. */
export const invitationWire = v.strictObject({
  artist: v.string(),
  email: about(v.string(), 'The address it was sent to, of which only the owner knows the rest.'),
})
export type InvitationWire = v.InferOutput<typeof invitationWire>

/** GET /admin/artists/{uid}. */
export const artistDetailWire = v.strictObject({
  uid: v.string(),
  name: v.string(),
  wallet: v.string(),
  payable: v.number(),
  free: about(v.number(), 'What of it can be paid out: the rest may go back, or is disputed.'),
  freshCard: about(v.number(), 'Of `free`: paid by card within seven days. A bank can still take it.'),
  underWay: v.number(),
  paid: v.number(),
  projects: v.array(
    v.strictObject({
      uid: v.string(),
      projectName: v.string(),
      author: v.string(),
      thumbnail: v.string(),
      payable: v.number(),
      free: v.number(),
    }),
  ),
  key: about(v.nullable(artistKeyWire), 'Where the next payout goes, and what waits for a second person.'),
  waitingKey: v.nullable(artistKeyWire),
  taxes: about(v.nullable(artistTaxesWire), 'What is withheld; null is nothing.'),
  links: about(v.array(artistLinkWire), 'The newest twenty.'),
  slug: about(v.nullable(v.string()), 'The address of their page, below /a/.'),
  account: v.nullable(artistAccountWire),
  invitations: about(v.array(adminInvitationWire), 'The newest twenty.'),
  aloneUpTo,
})
export type ArtistDetailWire = v.InferOutput<typeof artistDetailWire>

/** The same for roles that see no accounts: neither amounts, nor where they are paid, nor under which name. */
export const artistFactsWire = v.strictObject({
  ...v.pick(artistDetailWire, ['uid', 'name', 'wallet', 'slug', 'account', 'invitations']).entries,
  projects: v.array(v.omit(artistDetailWire.entries.projects.item, ['payable', 'free'])),
})
export type ArtistFactsWire = v.InferOutput<typeof artistFactsWire>

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

/** The wire types of artists. Amounts are centavos, periods seconds, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { INVITATION_STATES } from '#domain/artist.ts'
import { about } from '../api/call.ts'
import { aloneUpTo } from '../approvals/contract.ts'
import { personWire } from '../back-office/contract.ts'
import { artistKeyWire, owedWire } from './earnings-wire.ts'

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
  ...owedWire.entries,
  freshCard: about(v.number(), 'Of `free`: paid by card within seven days. A bank can still take it.'),
  underWay: v.number(),
  paid: v.number(),
  projects: v.array(
    v.strictObject({
      uid: v.string(),
      projectName: v.string(),
      author: v.string(),
      thumbnail: v.string(),
      ...owedWire.entries,
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
  projects: v.array(
    v.omit(artistDetailWire.entries.projects.item, ['payable', 'free', 'unplayed', 'unplayedUntil']),
  ),
})
export type ArtistFactsWire = v.InferOutput<typeof artistFactsWire>

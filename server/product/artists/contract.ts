/** The calls of artists. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { isFreeSlug } from '#domain/artist.ts'
import { isMailbox } from '#domain/email.ts'
import { LEGAL_NAME_MAX, LINK_DAYS, PAYOUT_STATUSES } from '#domain/payout.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { areLawful, isTaxDocument } from '#domain/withholding.ts'
import { perHour, perMinute } from '../../platform/rate-limit.ts'
import {
  callsOfAdmins,
  callsOfAnyone,
  callsOfFans,
  centavos,
  cursor,
  data,
  file,
  limit,
  line,
  parameter,
  uuid,
  whole,
  words,
} from '../api/call.ts'
import { approveLines, list, reasonBody } from '../back-office/contract.ts'
import { amounts, days, oneOf } from '../back-office/filters.ts'
import {
  artistFiguresWire,
  artistKeyWire,
  artistStatementWire,
  payoutReceiptWire,
  payoutWire,
  tipWire,
} from './earnings-wire.ts'
import {
  adminArtistWire,
  artistDetailWire,
  artistFactsWire,
  artistTaxesWire,
  invitationWire,
} from './wire.ts'

const month = parameter(v.string(), { type: 'string', description: 'A month in São Paulo, yyyy-MM.' })

/** How an invitation ends. */
const ENDED = ['invitation_used', 'invitation_revoked', 'invitation_expired'] as const
const NOT_APPROVED = ['payout_decided', 'own_payout', 'second_person_due', 'payout_exceeds_payable'] as const

/** What an invitation's mail carries: 32 bytes. */
const invitationBody = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })

const payoutFilters = { status: oneOf('Only those of a status.', PAYOUT_STATUSES), ...days, ...amounts }

export const artistsCalls = {
  ...callsOfAnyone('market', {
    'POST /artist-figures': {
      summary: 'The figures of an author, for whoever was given a link to them.',
      // A page polls four times a minute; nobody guesses 32 bytes at this rate.
      limit: perMinute(60, 'in memory'),
      body: v.object({ token: v.string() }),
      answer: data(artistFiguresWire),
      refusals: ['link_not_found'],
    },
    'POST /artist-invitation': {
      summary: 'An invitation to look after an artist, for whoever was sent it.',
      limit: perMinute(60, 'in memory'),
      body: invitationBody,
      answer: data(invitationWire),
      refusals: ['invitation_not_found', ...ENDED],
    },
  }),
  ...callsOfFans('account', {
    'POST /artist-invitation/accept': {
      summary: 'Joins the caller’s account to the artist. Repeating it changes nothing.',
      complete: true,
      limit: perMinute(10, 'in database'),
      body: invitationBody,
      answer: data(v.strictObject({ artist: v.string() })),
      refusals: [
        'artist_has_account',
        'account_has_artist',
        'invitation_not_found',
        'invitation_of_another',
        'staff_is_no_artist',
        ...ENDED,
      ],
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/artists', adminArtistWire, ['finance', 'content'], 'Authors, and what they are owed.', {
      filters: amounts,
    }),
    'GET /admin/artists/{uid}': {
      roles: ['finance', 'content'],
      summary: 'Everything about one author.',
      answer: data(v.union([artistDetailWire, artistFactsWire])),
      unknown: 'artist_not_found',
    },
    ...list('/admin/artists/{uid}/payouts', payoutWire, ['finance'], 'What an author was paid.', {
      filters: payoutFilters,
    }),
    ...list(
      '/admin/artists/{uid}/tips',
      tipWire,
      ['finance'],
      'What fans added to prices for an author, with their lines.',
    ),
    'GET /admin/artists/{uid}/statement': {
      roles: ['finance'],
      summary: 'An author’s movements of a month.',
      query: {
        month,
        limit,
        cursor,
      },
      answer: whole(artistStatementWire),
      unknown: 'artist_not_found',
    },
    'GET /admin/artists/{uid}/statement.csv': {
      roles: ['finance'],
      summary: 'The same, whole, as a file.',
      query: {
        month,
      },
      answer: file('text/csv'),
      unknown: 'artist_not_found',
    },
    'POST /admin/artists/{uid}/taxes': {
      roles: ['finance'],
      summary: 'What is withheld of the artist’s payouts from now on, as the accountant says.',
      proof: true,
      body: v.pipe(
        artistTaxesWire,
        v.check((rates) => areLawful(rates), 'rates that the law knows'),
        v.check(({ document }) => isTaxDocument(document), 'document'),
      ),
      answer: data(artistTaxesWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key'],
    },
    'POST /admin/artists/{uid}/keys': {
      roles: ['finance'],
      summary: 'Enters where an author is paid; somebody else confirms it.',
      proof: true,
      body: v.object({
        legalName: line(LEGAL_NAME_MAX),
        pixKeyType: v.picklist(PIX_KEY_TYPES),
        pixKey: words(120),
      }),
      answer: data(artistKeyWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key', 'pix_key_invalid'],
    },
    'POST /admin/artists/{uid}/keys/{id}/confirm': {
      roles: ['finance'],
      summary: 'Confirms a key that somebody else entered.',
      proof: true,
      answer: data(artistKeyWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key', 'artist_key_decided'],
    },
    'POST /admin/artists/{uid}/keys/{id}/discard': {
      roles: ['finance'],
      summary: 'Discards a key that waits.',
      answer: data(artistKeyWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key', 'artist_key_decided'],
    },
    'POST /admin/artists/{uid}/payouts': {
      roles: ['finance'],
      summary: 'Pays an author; a large payout asks for two people.',
      proof: true,
      key: true,
      body: v.object({ amount: centavos }),
      answer: data(payoutWire),
      unknown: 'artist_not_found',
      refusals: ['artist_key_missing', 'payout_exceeds_payable', 'own_payout', 'key_reused'],
    },
    'POST /admin/artists/{uid}/links': {
      roles: ['finance'],
      proof: true,
      summary: 'Makes a link to the author’s figures. Its token is answered once.',
      body: v.object({ days: v.picklist(LINK_DAYS) }),
      answer: data(v.strictObject({ uid: uuid, token: v.string() })),
      unknown: 'artist_not_found',
    },
    'POST /admin/artists/{uid}/links/{link}/revoke': {
      roles: ['finance'],
      summary: 'Ends a link.',
      answer: data(v.null()),
      unknown: 'artist_not_found',
      refusals: ['link_not_found'],
    },
    'POST /admin/artists/{uid}/invitations': {
      roles: ['content'],
      summary:
        'Invites somebody by e-mail to look after the artist, and gives the artist’s page its address.',
      proof: true,
      limit: perHour(60, 'in database'),
      body: v.object({
        email: v.pipe(v.string(), v.trim(), v.check(isMailbox, 'e-mail')),
        slug: v.pipe(v.string(), v.check(isFreeSlug, 'address')),
      }),
      answer: data(v.strictObject({ uid: uuid })),
      unknown: 'artist_not_found',
      refusals: ['artist_name_taken', 'artist_has_account'],
    },
    'POST /admin/artists/{uid}/invitations/{invitation}/revoke': {
      roles: ['content'],
      summary: 'Takes an invitation back.',
      answer: data(v.null()),
      unknown: 'artist_not_found',
      refusals: ['invitation_not_found', 'invitation_used'],
    },
    'POST /admin/artists/{uid}/account/end': {
      roles: [],
      summary: 'The account looks after the artist no more. Payouts under way go on.',
      proof: true,
      body: reasonBody,
      answer: data(v.null()),
      unknown: 'artist_not_found',
    },
    ...list('/admin/payouts-waiting', payoutWire, ['finance'], 'Payouts that are not over.', {
      filters: payoutFilters,
    }),
    'GET /admin/payouts/{uid}': {
      roles: ['finance'],
      summary: 'The receipt of a payout.',
      answer: data(payoutReceiptWire),
      unknown: 'payout_not_found',
    },
    'GET /admin/payouts/{uid}/approve-lines': approveLines('payout_not_found', NOT_APPROVED),
    'POST /admin/payouts/{uid}/approve': {
      roles: ['finance'],
      summary: 'Approves a payout that somebody else asked for.',
      proof: true,
      answer: data(payoutWire),
      unknown: 'payout_not_found',
      refusals: NOT_APPROVED,
    },
    'POST /admin/payouts/{uid}/reject': {
      roles: ['finance'],
      proof: true,
      summary: 'Rejects it.',
      body: reasonBody,
      answer: data(payoutWire),
      unknown: 'payout_not_found',
      refusals: ['payout_decided'],
    },
  }),
} as const

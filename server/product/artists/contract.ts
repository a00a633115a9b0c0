/** The calls of artists. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { LEGAL_NAME_MAX, LINK_DAYS } from '#domain/payout.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import {
  callsOfAdmins,
  callsOfAnyone,
  centavos,
  cursor,
  data,
  file,
  limit,
  parameter,
  uuid,
  whole,
  words,
} from '../api/call.ts'
import { list, reasonBody } from '../back-office/contract.ts'
import {
  adminArtistWire,
  artistDetailWire,
  artistFiguresWire,
  artistKeyWire,
  artistStatementWire,
  payoutReceiptWire,
  payoutWire,
} from './wire.ts'

const month = parameter(v.string(), { type: 'string', description: 'A month in São Paulo, yyyy-MM.' })

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
  }),
  ...callsOfAdmins({
    ...list('/admin/artists', adminArtistWire, 'Authors, and what they are owed.'),
    'GET /admin/artists/{uid}': {
      summary: 'Everything about one author.',
      answer: data(artistDetailWire),
      unknown: 'artist_not_found',
    },
    ...list('/admin/artists/{uid}/payouts', payoutWire, 'What an author was paid.'),
    'GET /admin/artists/{uid}/statement': {
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
      summary: 'The same, whole, as a file.',
      query: {
        month,
      },
      answer: file('text/csv'),
      unknown: 'artist_not_found',
    },
    'POST /admin/artists/{uid}/keys': {
      summary: 'Enters where an author is paid; somebody else confirms it.',
      proof: true,
      body: v.object({
        legalName: words(LEGAL_NAME_MAX),
        pixKeyType: v.picklist(PIX_KEY_TYPES),
        pixKey: words(120),
      }),
      answer: data(artistKeyWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key', 'pix_key_invalid'],
    },
    'POST /admin/artists/{uid}/keys/{id}/confirm': {
      summary: 'Confirms a key that somebody else entered.',
      proof: true,
      answer: data(artistKeyWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key', 'artist_key_decided'],
    },
    'POST /admin/artists/{uid}/keys/{id}/discard': {
      summary: 'Discards a key that waits.',
      answer: data(artistKeyWire),
      unknown: 'artist_not_found',
      refusals: ['own_artist_key', 'artist_key_decided'],
    },
    'POST /admin/artists/{uid}/payouts': {
      summary: 'Pays an author; a large payout asks for two people.',
      proof: true,
      key: true,
      body: v.object({ amount: centavos }),
      answer: data(payoutWire),
      unknown: 'artist_not_found',
      refusals: ['artist_key_missing', 'payout_exceeds_payable', 'own_payout', 'key_reused'],
    },
    'POST /admin/artists/{uid}/links': {
      summary: 'Makes a link to the author’s figures. Its token is answered once.',
      body: v.object({ days: v.picklist(LINK_DAYS) }),
      answer: data(v.strictObject({ uid: uuid, token: v.string() })),
      unknown: 'artist_not_found',
    },
    'POST /admin/artists/{uid}/links/{link}/revoke': {
      summary: 'Ends a link.',
      answer: data(v.null()),
      unknown: 'artist_not_found',
      refusals: ['link_not_found'],
    },
    ...list('/admin/payouts-waiting', payoutWire, 'Payouts that are not over.'),
    'GET /admin/payouts/{uid}': {
      summary: 'The receipt of a payout.',
      answer: data(payoutReceiptWire),
      unknown: 'payout_not_found',
    },
    'POST /admin/payouts/{uid}/approve': {
      summary: 'Approves a payout that somebody else asked for.',
      proof: true,
      answer: data(payoutWire),
      unknown: 'payout_not_found',
      refusals: ['payout_decided', 'own_payout', 'second_person_due'],
    },
    'POST /admin/payouts/{uid}/reject': {
      summary: 'Rejects it.',
      body: reasonBody,
      answer: data(payoutWire),
      unknown: 'payout_not_found',
      refusals: ['payout_decided'],
    },
  }),
} as const

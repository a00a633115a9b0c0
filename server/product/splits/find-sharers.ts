/** Who may be given a share: artists we know, and people with a wallet, by part of a name or a whole e-mail. */
import * as v from 'valibot'
import { maskedEmail } from '#domain/artist.ts'
import { isSearchable } from '#domain/search.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { contains } from '../back-office/list.ts'
import { type OwnSharerWire, ownSharerWire, type SharerWire, sharerWire } from './contract.ts'

const SHOWN = 8
const foundRow = v.object({ ...sharerWire.entries, name: v.nullable(v.string()) })

/**
 * Who writes a share has to know whom they mean, and nothing more: an e-mail is found by all of it alone, or letter after
 * letter could be guessed, and shown in part to whoever did not type it. Artists come first, and an artist stands for the
 * person of the same wallet; a text too short to be looked up finds nobody.
 */
export async function findSharers(sql: Sql, search: string): Promise<SharerWire[]> {
  if (!isSearchable(search)) return []
  const typed = search.trim().toLowerCase()
  const query = { search, order: 'newest' as const, limit: SHOWN, after: null, filters: {} }
  const found = parseRows(
    foundRow,
    await sql`
      with named as (
        (
          select lower(wallet) as wallet, coalesce(full_name, nickname) as name, email
          from users
          where wallet is not null and is_active
            and ${contains(sql, sql`private.user_search(full_name, nickname, email)`, query)}
            and (email = ${typed} or ${contains(sql, sql`private.user_search(full_name, nickname, '')`, query)})
          limit ${SHOWN}
        )
        union all
        (
          select artists.wallet, artists.name, users.email
          from private.artists
          left join private.artist_accounts accounts on artist_id = artists.id and accounts.ended_at is null
          left join users on users.uid = user_id
          where users.email = ${typed} or ${contains(sql, sql`private.search_form(artists.name)`, query)}
          limit ${SHOWN}
        )
      )
      select * from (
        select distinct on (named.wallet) named.wallet, coalesce(artists.name, named.name) as name, email,
          artists.id is not null as "isArtist"
        from named
        left join private.artists on artists.wallet = named.wallet
        order by named.wallet, email nulls last
      ) found
      order by "isArtist" desc, name
      limit ${SHOWN}`,
  )
  return found.map(({ name, email, ...rest }) => {
    const shown = email === null || email === typed ? email : maskedEmail(email)
    return { ...rest, name: name ?? shown ?? '', email: shown }
  })
}

/** The artist for whom the account of this address acts: artists name each other by what they know already. */
export async function findOwnSharer(sql: Sql, email: string): Promise<OwnSharerWire | undefined> {
  return parseRow(
    ownSharerWire,
    await sql`
      select artists.uid as artist, name
      from users
      join private.artist_accounts accounts on user_id = users.uid and ended_at is null
      join private.artists on artists.id = artist_id
      where email = ${email} and is_active and private.staff_role(users.uid) is null`,
  )
}

/** A living auction beside bad input: units whose windows end while it is sent, and people who bid for them. */
import type { Sql } from '#server/platform/db/sql.ts'
import { newPerson, tokenOf } from './callers.ts'
import { uuidOf, walletOf } from './fixed.ts'

export type Auction = {
  uid: string
  /** Ends windows, and has everybody bid who may. Resolves with what should not have been answered. */
  turn: () => Promise<string[]>
}

const PRICE = 2000
const UNITS = 3
/** More than the units: some of them always wait for one. */
const PLAYERS = 7
/** Away from the numbers of those who send bad input. */
const FIRST_NUMBER = 1000
/** No two standing bids may be for the same amount. */
const AMOUNTS = 997

/** `origin` is where the server answers; its worker settles. */
export async function openAuction(sql: Sql, origin: string, secret: string): Promise<Auction> {
  const uid = uuidOf('auction')
  await sql`
    insert into projects (uid, project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
      valid_period, expired_at, author_wallet, contract_address, is_active)
    values (${uid}, 'Janela', 'Coral', '/cover.webp', 'Uma hora', 'janela', 'JANELA', ${PRICE}, ${UNITS}, 3600,
      now() + interval '10 days', ${walletOf('author of the auction')}, ${walletOf('auction')}, true)`
  const tokens: string[] = []
  for (let number = FIRST_NUMBER; number < FIRST_NUMBER + PLAYERS; number++)
    tokens.push(await tokenOf(await newPerson(sql, number), secret))

  const buy = async (token: string, order: Record<string, unknown>): Promise<string | null> => {
    const answer = await fetch(`${origin}/api/v1/buy-token-balance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ UID: uid, ...order }),
    })
    const text = await answer.text()
    return answer.ok ? null : `${answer.status} ${text}`
  }
  for (const token of tokens.slice(0, UNITS)) {
    const refusal = await buy(token, { typeBuy: 'mint' })
    if (refusal) throw new Error(`the first lot was not sold: ${refusal}`)
  }

  let turns = 0
  return {
    uid,
    async turn() {
      turns++
      // As the chain would have it, but for the hour.
      await sql`
        update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '0.4 seconds'
        from projects
        where projects.id = mints.project_id and projects.uid = ${uid} and mints.status = 'pending'`
      const answers = await Promise.all(
        tokens.map((token, player) =>
          buy(token, { typeBuy: 'bid', amount: PRICE + ((turns * PLAYERS + player) % AMOUNTS) }),
        ),
      )
      return answers.flatMap((answer) =>
        answer?.startsWith('5') ? [`an honest bid was answered ${answer}`] : [],
      )
    },
  }
}

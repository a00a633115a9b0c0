/** Fans with money, auctions with holders and standing bids: by the thousand, straight into the database. */
import type { Sql } from '#server/platform/db/sql.ts'

export type Seeded = { fans: string[]; projects: { id: number; uid: string }[] }

const PRICE = 1000

/**
 * `fans` people with R$ 1.000.000,00 and one session each (with the person's id), and `auctions` projects of `units`
 * units, all held for `endsIn` seconds.
 */
export async function seedMarket(
  sql: Sql,
  facts: { fans: number; auctions: number; units?: number; endsIn?: number },
): Promise<Seeded> {
  const { units = 1, endsIn = 86_400 } = facts
  // Each nickname takes a lock until the end: of so many at once the server has not enough.
  await sql`alter table users disable trigger users_told_apart`
  await sql.unsafe(`
    insert into auth.users (id, email, email_confirmed_at)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'bench' || n || '@tune.test', now()
    from generate_series(1, ${facts.fans}) n;
    insert into users (uid, email, nickname, full_name, tel, document, wallet, is_complete_profile)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'bench' || n || '@tune.test',
      'bench' || n, 'Bench', '+5511987650000', digits || a || b, '0x' || lpad(to_hex(n), 40, '0'), true
    from (
      select n, digits, a, (
        select (sum(substr(digits || a, i, 1)::int * (12 - i)) * 10 % 11) % 10 from generate_series(1, 10) i
      ) as b
      from (
        select n, digits, (
          select (sum(substr(digits, i, 1)::int * (11 - i)) * 10 % 11) % 10 from generate_series(1, 9) i
        ) as a
        from (select n, lpad((200000000 + n)::text, 9, '0') as digits from generate_series(1, ${facts.fans}) n) base
      ) first
    ) both_digits;
    insert into auth.sessions (id, user_id) select uid, uid from users;
    select ledger.transfer(array(
      select row('gift:' || uid, 'deposit', 'processor:clearing', 'fan:' || uid || ':available', 100000000)::ledger.entry
      from users
    ));
    insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
      valid_period, expired_at, author_wallet, contract_address, is_active)
    select 'Bench ' || n, 'Bench', '/cover.webp', 'Bench', 'bench', 'BENCH', ${PRICE}, ${units}, 3600,
      now() + interval '30 days', '0x' || lpad(to_hex(n), 40, 'a'), '0x' || lpad(to_hex(n), 40, 'b'), true
    from generate_series(1, ${facts.auctions}) n;
  `)
  const projects = await sql<{ id: number; uid: string }[]>`select id, uid from projects order by id`
  await holdUnits(sql, endsIn)
  await sql`alter table users enable trigger users_told_apart`
  await sql`analyze`
  const fans = await sql<{ uid: string }[]>`select uid from users where is_complete_profile order by uid`
  return { fans: fans.map(({ uid }) => uid), projects: [...projects] }
}

/** One holder of their own for each unit of every project. */
async function holdUnits(sql: Sql, endsIn: number): Promise<void> {
  await sql.unsafe(`
    insert into auth.users (id, email, email_confirmed_at)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(id), 12, '0'))::uuid, 'holder' || id || '@tune.test', now()
    from units;
    insert into users (uid, email, nickname)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(id), 12, '0'))::uuid, 'holder' || id || '@tune.test', 'holder' || id
    from units;
    insert into mints (user_id, project_id, unit_id, amount, status, minted_at, will_expire_at)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(id), 12, '0'))::uuid, project_id, id, ${PRICE}, 'minted', now(),
      now() + make_interval(secs => ${endsIn})
    from units;
    update units set mint_id = mints.id, first_sold_at = now() from mints where mints.unit_id = units.id;
  `)
}

/**
 * BID1: what Postgres does when asked for one bid at a time in the plainest way, driven by its own load generator.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/platform/db/sql.ts'
import { run } from './run.ts'
import { findTool } from './tools.ts'

export const BID1 = 'BID1: pgbench, one bid with pg_notify for each call'

const ACCOUNTS = 20_000
const AUCTIONS = 1000

/**
 * Lock the account, check its funds, insert the bid, raise the hold, notify: with the constraints any market needs.
 */
const SCHEMA = `
  create schema plain;
  create table plain.accounts (
    id integer primary key, balance bigint not null, held bigint not null default 0, check (held <= balance)
  );
  create table plain.auctions (id integer primary key);
  create table plain.bids (
    id bigint generated always as identity primary key,
    account integer not null references plain.accounts,
    auction integer not null references plain.auctions,
    amount bigint not null,
    active boolean not null default true,
    created_at timestamptz not null default now()
  );
  create index on plain.bids (auction, amount);
  create unique index on plain.bids (account, auction) where active;
  insert into plain.accounts (id, balance) select n, 1000000000000 from generate_series(0, ${ACCOUNTS - 1}) n;
  insert into plain.auctions select n from generate_series(0, ${AUCTIONS - 1}) n;
  create function plain.place(fan integer, target integer, price bigint) returns void language plpgsql as $$
  declare
    free bigint;
  begin
    select balance - held into strict free from plain.accounts where id = fan for update;
    if free < price then
      raise exception 'funds';
    end if;
    insert into plain.bids (account, auction, amount) values (fan, target, price);
    update plain.accounts set held = held + price where id = fan;
    perform pg_notify('bids', target::text);
  end
  $$;
  analyze;
`

/** `n` counts on across clients and rounds, so that no fan ever bids twice in one auction. */
const SCRIPT = `
\\set n :first + :i * :clients + :client_id
\\set i :i + 1
\\set fan :n % ${ACCOUNTS}
\\set target (:n + :n / ${ACCOUNTS}) % ${AUCTIONS}
\\set price 1000 + (:n * 7919) % 900000
select plain.place(:fan, :target, :price);
`

export type PlainBids = {
  /** Bids a second, and the mean milliseconds of one. */
  measure: (clients: number, seconds: number) => { rate: number; latencyMs: number }
}

/** Prepares BID1 in `url`'s database; its script lies in `folder`. */
export async function preparePlainBids(url: string, folder: string): Promise<PlainBids> {
  const script = join(folder, 'bid1.sql')
  await writeFile(script, SCRIPT)
  const sql = connect(url, { max: 1 })
  await sql.unsafe(SCHEMA)
  await sql.end()
  return measured(url, script)
}

/** Runs `script`, which counts on from `first` across clients and rounds. */
function measured(url: string, script: string): PlainBids {
  let first = 0
  return {
    measure(clients, seconds) {
      const variables = { first, i: 0, clients }
      const output = runPgbench(url, [
        ...['-f', script, '-c', String(clients), '-j', '1', '-T', String(seconds)],
        ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ])
      const figure = (pattern: RegExp) => Number(pattern.exec(output)?.[1])
      first += 1_000_000
      return { rate: figure(/tps = ([\d.]+)/), latencyMs: figure(/latency average = ([\d.]+) ms/) }
    },
  }
}

export const ONE_CALL = 'market.place_bids with one bid for each call, by pgbench'

/**
 * What an engineer would build first: the product's own rules and books, one bid for each call. `url`'s database is a seeded
 * one; the bids are spread over the `auctions` projects from index `first`, on which nobody else may bid.
 */
export async function prepareSingleBids(
  url: string,
  folder: string,
  { fans, first, auctions }: { fans: readonly string[]; first: number; auctions: number },
): Promise<PlainBids> {
  const sql = connect(url, { max: 1 })
  await sql.unsafe(`
    create schema bench;
    create table bench.fans (n integer primary key, uid uuid not null);
    create table bench.projects (n integer primary key, uid uuid not null);
    insert into bench.projects
    select n - 1, uid from (select row_number() over (order by id) as n, uid from projects order by id offset ${first} limit ${auctions}) p;
    update bench.projects set n = n - ${first};
    create function bench.place(fan_n integer, project_n integer, price bigint) returns void language plpgsql as $$
    declare
      verdict record;
    begin
      select * into strict verdict from market.place_bids((
        select jsonb_build_array(jsonb_build_object(
          'ordinal', 0, 'fan', fans.uid, 'session', fans.uid, 'level', 'aal1', 'project', projects.uid, 'amount', price,
          'key', gen_random_uuid(), 'hash', ''
        ))
        from bench.fans, bench.projects where fans.n = fan_n and projects.n = project_n
      ));
      if verdict.refusal is not null then
        raise exception 'refused: %', verdict.refusal;
      end if;
    end
    $$`)
  await sql`insert into bench.fans select n - 1, uid from unnest(${[...fans]}::uuid[]) with ordinality as fans (uid, n)`
  await sql`analyze`
  await sql.end()
  const script = join(folder, 'single.sql')
  await writeFile(
    script,
    `
\\set n :first + :i * :clients + :client_id
\\set i :i + 1
\\set fan :n % ${fans.length}
\\set target (:n + :n / ${fans.length}) % ${auctions}
\\set price 1000 + (:n * 7919) % 900000
select bench.place(:fan, :target, :price);
`,
  )
  return measured(url, script)
}

export type PointSelects = {
  /** Selects a second. */
  measure: (clients: number, seconds: number) => number
}

/** One account by its number, prepared: the least that a read can ask of Postgres. `url`'s database is a seeded one. */
export async function preparePointSelects(
  url: string,
  folder: string,
  accounts: number,
): Promise<PointSelects> {
  const script = join(folder, 'select.sql')
  await writeFile(
    script,
    `\\set id random(1, ${accounts})\nselect balance from ledger.accounts where id = :id;\n`,
  )
  return {
    measure(clients, seconds) {
      const output = runPgbench(url, ['-f', script, '-c', String(clients), '-j', '1', '-T', String(seconds)])
      return Number(/tps = ([\d.]+)/.exec(output)?.[1])
    },
  }
}

function runPgbench(url: string, order: string[]): string {
  const { hostname, port, pathname } = new URL(url)
  const server = ['-h', hostname, '-p', port, '-U', 'postgres', '-n', '-M', 'prepared']
  return run(findTool('pgbench', 'postgresql-contrib'), [...server, ...order, pathname.slice(1)])
}

/**
 * BID1: what Postgres does when asked for one bid at a time in the plainest way, driven by its own load generator.
 */
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { connect } from '#server/platform/db/sql.ts'
import { run } from './run.ts'

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
  const pgbench = findPgbench()
  const script = join(folder, 'bid1.sql')
  await writeFile(script, SCRIPT)
  const sql = connect(url, { max: 1 })
  await sql.unsafe(SCHEMA)
  await sql.end()
  const { hostname, port, pathname } = new URL(url)
  let first = 0
  return {
    measure(clients, seconds) {
      const variables = { first, i: 0, clients }
      const output = run(pgbench, [
        ...['-h', hostname, '-p', port, '-U', 'postgres', '-n', '-M', 'prepared', '-f', script],
        ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
        ...['-c', String(clients), '-j', '1', '-T', String(seconds), pathname.slice(1)],
      ])
      const figure = (pattern: RegExp) => Number(pattern.exec(output)?.[1])
      first += 1_000_000
      return { rate: figure(/tps = ([\d.]+)/), latencyMs: figure(/latency average = ([\d.]+) ms/) }
    },
  }
}

/** Debian keeps it beside its server, out of PATH; when we are root it is installed if need be. */
function findPgbench(): string {
  const known = locate()
  if (known) return known
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-contrib'])
  }
  const installed = locate()
  if (!installed) throw new Error('This needs pgbench: install the package postgresql-contrib.')
  return installed
}

function locate(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : []
  return [...(process.env.PATH ?? '').split(delimiter), ...versions]
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => existsSync(path))
}

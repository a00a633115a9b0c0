/** A new project: its row, its stock, its artist's account, and the request to deploy its contract. */
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { TimedLine } from '#domain/timed-lyrics.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact, withRetries } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import type { MeasuredClip } from './cover.ts'
import { cleanLyrics } from './lyrics.ts'

export type NewProject = {
  projectName: string
  author: string
  authorWallet: string
  thumbnail: string
  description: string
  lyrics: string
  /** When each line is sung; in order. */
  timedLyrics?: TimedLine[]
  videoId: string
  mediaUrl: string
  symbol: string
  /** Centavos. */
  fiatPrice: number
  totalSupply: number
  /** Seconds. */
  validPeriod: number
  expiredAt: Date
  /** When its first lot opens; without one it does with its publication. */
  opensAt?: Date | null
  baseURI: string
  contractURI: string
  /** `#rrggbb`, taken from the cover; null where the cover could not be read. */
  tint: string | null
} & Partial<MeasuredClip>

/** The database has the last word on whose wallet it is. */
export const PROJECT_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  wallet_of_one_author: 'wallet_of_another',
  projects_open_before_they_close: 'malformed',
}

/**
 * Resolves with the project's uid. It stays unpublished until its contract exists and an admin publishes it. `by` is
 * null where no person decides: the demonstration world creates its own.
 */
export async function createProject(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  project: NewProject,
  by: Actor | null,
): Promise<string> {
  return withRetries(ctx.sql, (tx) => insertProject(tx, ctx.env, project, by))
}

/** The same for a call that may be repeated: the same `key` and `hash` create one project and get the same answer. */
export function createProjectOnce(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  project: NewProject,
  by: Actor,
  { key, hash }: { key: string | null; hash: string },
): Promise<Result<{ data: { uid: string } }>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const claim = await claimKey(tx, by.uid, key, hash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok(claim.answer.body as { data: { uid: string } })
      const body = { data: { uid: await insertProject(tx, ctx.env, project, by) } }
      await storeAnswer(tx, by.uid, key, { status: 201, body })
      return ok(body)
    },
    PROJECT_CONSTRAINTS,
  )
}

async function insertProject(
  tx: Tx,
  env: ServerContext['env'],
  project: NewProject,
  by: Actor | null,
): Promise<string> {
  const [row] = await tx<{ uid: string }[]>`
    insert into projects ${tx({
      project_name: project.projectName,
      author: project.author,
      author_wallet: project.authorWallet,
      thumbnail: project.thumbnail,
      description: project.description,
      lyrics: await cleanLyrics(project.lyrics),
      timed_lyrics: tx.json(project.timedLyrics ?? []),
      video_id: project.videoId,
      media_url: project.mediaUrl,
      symbol: project.symbol,
      fiat_price: project.fiatPrice,
      total_supply: project.totalSupply,
      valid_period: project.validPeriod,
      expired_at: project.expiredAt,
      opens_at: project.opensAt ?? null,
      base_uri: project.baseURI,
      contract_uri: project.contractURI,
      tint: project.tint,
      clip: project.clip ?? null,
      clip_seconds: project.clipSeconds ?? null,
    })}
    returning uid`
  if (!row) throw new Error('insert into projects returned no row')
  await enqueueChain(tx, `deploy:${row.uid}`, 'deploy_edition', {
    projectUid: row.uid,
    name: project.projectName,
    symbol: project.symbol,
    supply: project.totalSupply,
    royaltyReceiver: env.PLATFORM_WALLET,
    baseURI: project.baseURI,
    contractURI: project.contractURI,
  })
  if (by) {
    const { projectName, author, fiatPrice, totalSupply, validPeriod, expiredAt } = project
    const after = { projectName, author, fiatPrice, totalSupply, validPeriod, expiredAt }
    await audit(tx, by, { action: 'project.create', subject: row.uid, after })
  }
  return row.uid
}

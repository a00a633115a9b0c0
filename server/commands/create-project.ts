/** A new project: its row, its stock, its author's account, and the request to deploy its contract. */
import { type Administrator, audit } from '../audit.ts'
import type { ServerContext } from '../context.ts'
import { withRetries } from '../db/transact.ts'
import { cleanLyrics } from '../lyrics.ts'
import { enqueueChain } from '../outbox.ts'

export type NewProject = {
  projectName: string
  author: string
  authorWallet: string
  thumbnail: string
  description: string
  lyrics: string
  videoId: string
  mediaUrl: string
  symbol: string
  /** Centavos. */
  fiatPrice: number
  totalSupply: number
  /** Seconds. */
  validPeriod: number
  expiredAt: Date
  baseURI: string
  contractURI: string
  /** `#rrggbb`, taken from the cover; null where the cover could not be read. */
  tint: string | null
}

/**
 * Resolves with the project's uid. It stays unpublished until its contract exists and an admin publishes it. `by` is
 * null where no person decides: the demonstration world makes its own.
 */
export async function createProject(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  project: NewProject,
  by: Administrator | null,
): Promise<string> {
  return withRetries(ctx.sql, async (tx) => {
    const [row] = await tx<{ uid: string }[]>`
      insert into projects ${tx({
        project_name: project.projectName,
        author: project.author,
        author_wallet: project.authorWallet,
        thumbnail: project.thumbnail,
        description: project.description,
        lyrics: cleanLyrics(project.lyrics),
        video_id: project.videoId,
        media_url: project.mediaUrl,
        symbol: project.symbol,
        fiat_price: project.fiatPrice,
        total_supply: project.totalSupply,
        valid_period: project.validPeriod,
        expired_at: project.expiredAt,
        base_uri: project.baseURI,
        contract_uri: project.contractURI,
        tint: project.tint,
      })}
      returning uid`
    if (!row) throw new Error('insert into projects returned no row')
    await enqueueChain(tx, `deploy:${row.uid}`, 'deploy_edition', {
      projectUid: row.uid,
      name: project.projectName,
      symbol: project.symbol,
      supply: project.totalSupply,
      royaltyReceiver: ctx.env.PLATFORM_WALLET,
      baseURI: project.baseURI,
      contractURI: project.contractURI,
    })
    if (by) {
      const { projectName, author, fiatPrice, totalSupply, validPeriod, expiredAt } = project
      const after = { projectName, author, fiatPrice, totalSupply, validPeriod, expiredAt }
      await audit(tx, by, { action: 'project.create', subject: row.uid, after })
    }
    return row.uid
  })
}

/** A new project: its row, its stock, its author's account, and the request to deploy its contract. */
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
}

/** Resolves with the project's uid. It stays unpublished until its contract exists and an admin publishes it. */
export async function createProject(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  project: NewProject,
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
    return row.uid
  })
}

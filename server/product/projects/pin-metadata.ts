/**
 * What is pinned stays public for ever, so only a project's metadata is accepted, exactly as domain/metadata.ts
 * builds it.
 */
import * as v from 'valibot'
import { PLATFORM_SHARE_BASIS_POINTS } from '#domain/proceeds.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { PinningError } from '../../platform/adapters/pinning.ts'
import { coverPrefix } from './cover.ts'
import type { PinWire } from './wire.ts'

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))

export function pinMetadata({ env, pinning, log }: Pick<ServerContext, 'env' | 'pinning' | 'log'>) {
  const token = {
    name: text(120),
    description: text(5000),
    image: v.pipe(text(2000), v.startsWith(coverPrefix(env))),
  }
  const metadata = v.union([
    v.strictObject(token),
    v.strictObject({
      ...token,
      symbol: text(11),
      seller_fee_basis_points: v.literal(PLATFORM_SHARE_BASIS_POINTS),
      fee_recipient: v.literal(env.PLATFORM_WALLET),
    }),
  ])
  return async (file: { fileName: string; fileContent: object }): Promise<Result<PinWire>> => {
    const content = v.safeParse(metadata, file.fileContent)
    if (!content.success) return refuse('malformed')
    try {
      return ok({ IpfsHash: await pinning.pinJson(file.fileName, content.output) })
    } catch (fault) {
      if (!(fault instanceof PinningError)) throw fault
      log.error({ err: fault }, 'metadata could not be pinned')
      return refuse('pinning_unavailable')
    }
  }
}

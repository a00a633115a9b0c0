import { api } from '../../lib/api.ts'

/**
 * Has the server create the fan's wallet and save it with their row; repeating it answers the same wallet. The
 * custodian's credentials never reach a browser. Throws ApiError.
 */
export async function createWallet(): Promise<string> {
  const answer = await api('POST /wallet')
  return answer.data.wallet
}

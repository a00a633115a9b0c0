import { api } from '../../lib/api.ts'

/**
 * Has the server make the fan's wallet and write it to their row; asking again answers the same wallet. The
 * custodian's credentials never come near a browser. Throws ApiError.
 */
export async function createWallet(): Promise<string> {
  const answer = await api('POST /wallet')
  return answer.data.wallet
}

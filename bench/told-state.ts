/** Whether watchers of an auction ended in the state that the API tells. */
import type { BidsWire, MarketFrame } from '#server/product/market/contract.ts'
import { getRequest, openConnection } from './http-client.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET } from './world.ts'

const SHOWN = 50

/** The same totals, and the same bids in the same places; `fan` asks. */
export async function isToldState(
  { port, fan, project }: { port: number; fan: string; project: string },
  state: MarketFrame | null | undefined,
): Promise<boolean> {
  if (!state) return false
  const api = await askApi(port, fan, project)
  const places = (bids: MarketFrame['top']) => bids.map(({ id, amount, position }) => [id, amount, position])
  return (
    JSON.stringify(state.auction) === JSON.stringify(api.auction) &&
    JSON.stringify(places(state.top)) === JSON.stringify(places(api.data))
  )
}

async function askApi(port: number, fan: string, project: string): Promise<BidsWire> {
  const [token] = await signTokens(JWT_SECRET, [fan])
  const connection = await openConnection(port)
  const path = `/api/v1/projects/bids/${project}?limit=${SHOWN}`
  const { status, body } = await connection.send(getRequest(path, token as string))
  connection.close()
  if (status !== 200) throw new Error(`the API answered ${status}: ${body}`)
  return JSON.parse(body)
}

/** Work in pieces, for what would hold the event loop while nobody else is heard. */
import { setImmediate } from 'node:timers/promises'

/** As long as nobody notices. A pause after each item would take a round of the loop for each, which is long on a busy server. */
const PIECE_MS = 5

/** Maps one item after the other; between two pieces of work, whoever waits is heard. */
export async function mapWithPauses<Item, Made>(
  items: readonly Item[],
  map: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  let from = performance.now()
  for (const item of items) {
    made.push(map(item))
    if (performance.now() - from < PIECE_MS) continue
    await setImmediate()
    from = performance.now()
  }
  return made
}

/** Work in pieces, for what would hold the event loop while nobody else is heard. */
import { setImmediate } from 'node:timers/promises'

/** Maps one item after the other; before each, whoever waits is heard. */
export async function mapWithPauses<Item, Made>(
  items: readonly Item[],
  map: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for (const item of items) {
    await setImmediate()
    made.push(map(item))
  }
  return made
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../scripts/start-world.ts'

/** Something that is done to a running world. `give` resolves once it is done; what it did may last. */
export type Dose = { name: string; give: (world: World) => Promise<void> }

/** Longer than a lost primary needs to come back as a replica, made anew. */
const COPY_MS = 90_000

/** Which of the two is the primary, counted from 0; null while nobody is. */
export async function primaryOf({ port }: World): Promise<number | null> {
  for (const index of [0, 1])
    if (await answersWell(`http://127.0.0.1:${port + 40 + index}/primary`)) return index
  return null
}

/** The primary, once the other one has all that it acknowledged and may take its place; null where that does not come soon. */
export async function replaceablePrimary(world: World): Promise<number | null> {
  for (const until = Date.now() + COPY_MS; Date.now() < until; await sleep(200)) {
    const primary = await primaryOf(world)
    if (primary !== null && (await answersWell(`http://127.0.0.1:${world.port + 41 - primary}/synchronous`)))
      return primary
  }
  return null
}

const answersWell = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

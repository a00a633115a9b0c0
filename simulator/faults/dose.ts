import type { World } from '../../scripts/start-world.ts'

/** Something that is done to a running world. `give` resolves once it is done; what it did may last. */
export type Dose = { name: string; give: (world: World) => Promise<void> }

/** Which of the two is the primary, counted from 0; null while nobody is. */
export async function primaryOf({ port }: World): Promise<number | null> {
  for (const index of [0, 1])
    if (await answersWell(`http://127.0.0.1:${port + 40 + index}/primary`)) return index
  return null
}

export const answersWell = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

import type { World } from '../../scripts/start-world.ts'

/** Something that is done to a running world. `give` resolves once it is done; what it did may last. */
export type Dose = { name: string; give: (world: World) => Promise<void> }

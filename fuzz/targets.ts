/** Everything that listens, from what the application says of itself: its routes, its contracts, its catalogue. */
import { frameTargets } from './frames.ts'
import type { Door, Target } from './input.ts'
import { apiTargets } from './targets-api.ts'
import { authTarget } from './targets-auth.ts'
import { pageTarget } from './targets-pages.ts'
import { restTargets } from './targets-rest.ts'
import { storageTarget } from './targets-storage.ts'
import { webhookTarget } from './targets-webhooks.ts'
import { wireTargets } from './targets-wire.ts'
import type { World } from './world.ts'

/** The targets of a world, or of some of its doors. */
export function targetsOf(
  world: Pick<World, 'routes' | 'facts' | 'env' | 'hasPages'>,
  only?: readonly Door[],
): Target[] {
  const byRoute = world.routes.flatMap((route) => targetOf(route, world) ?? [])
  const all = [
    ...apiTargets(world.facts),
    ...restTargets(world.facts),
    ...byRoute,
    ...frameTargets(world.facts),
    ...wireTargets(world),
  ]
  const unique = new Map(all.map((target) => [`${target.door} ${target.name}`, target]))
  return [...unique.values()].filter(({ door }) => !only || only.includes(door))
}

/** Contracts and tables are targets of their own; any other route is one by its path. */
function targetOf(
  route: World['routes'][number],
  world: Pick<World, 'facts' | 'env' | 'hasPages'>,
): Target | null {
  const { path, method } = route
  if (path.startsWith('/api/v1') || path.startsWith('/rest/v1')) return null
  // Middleware, which stands before routes.
  if (method === 'ALL' && path.endsWith('*')) return null
  if (path.startsWith('/auth/v1')) return authTarget(route, world.facts)
  if (path.startsWith('/storage/v1')) return storageTarget(route, world.facts)
  if (path.startsWith('/webhooks/')) return webhookTarget(route, world)
  // Pages are made of the built web application's shell.
  return world.hasPages ? pageTarget(route, world.facts) : null
}

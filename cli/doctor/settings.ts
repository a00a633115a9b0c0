/** Settings that are right for a developer's machine and wrong for other people's money. */
import type { Env } from '#server/env.ts'
import { RULES } from '#server/env-rules.ts'
import { type Check, fault, well } from './finding.ts'

export const settingChecks = (env: Env): Check[] =>
  RULES.map(({ name, isWell, said, advice }) => ({
    name,
    advice,
    look: async () => (isWell(env) ? well('is set as it should be') : fault(said, advice)),
  }))

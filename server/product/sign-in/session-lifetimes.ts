/** How long people stay signed in: what the auth door is told, and what the job that tidies up after it. */
import type { Env } from '../../env.ts'

const DAY_SECONDS = 86_400

export const sessionLifetimes = (env: Env) => ({
  sessionSeconds: env.SESSION_MOST_DAYS * DAY_SECONDS,
  sessionIdleSeconds: env.SESSION_IDLE_DAYS * DAY_SECONDS,
})

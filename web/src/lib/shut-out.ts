/** The one toast that says why somebody is out: of a session, an account, a screen or the player. */
export const SHUT_OUT = 'shut-out'

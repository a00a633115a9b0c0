/** The login of strangers' connections: a role that owns nothing, so that nothing sent through a door reaches the owner. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { connect, type Sql } from './sql.ts'
import { isOvertaken } from './transact.ts'

export const STRANGERS_ROLE = 'authenticator'

/** What Postgres answers to a login that its rules do not permit, and to a wrong password. */
const REFUSED = new Set(['28000', '28P01'])
/** As Postgres' own (`scram_iterations`). */
const ITERATIONS = 4096

/** Follows from the installation's secret: every process knows it, and nobody has to keep another one. */
export function strangersPassword(secret: string): string {
  return createHmac('sha256', secret)
    .update('the password of strangers’ database connections')
    .digest('base64url')
}

/** Gives the role its password unless it can log in with it already. `owner` may alter the role. */
export async function openStrangersLogin(owner: Sql, databaseUrl: string, secret: string): Promise<void> {
  const password = strangersPassword(secret)
  if (await canLogIn(databaseUrl, password)) return
  // Hashed here, since the database's log may keep the statement.
  const verifier = scramVerifier(password)
  try {
    await owner.unsafe(`alter role ${STRANGERS_ROLE} login password '${verifier}'`)
  } catch (fault) {
    // Another server of ours, started at the same moment, was faster: it gave the same password.
    if (!isOvertaken(fault)) throw fault
  }
  if (!(await canLogIn(databaseUrl, password)))
    throw new Error(
      `The database does not let ${STRANGERS_ROLE} log in: see docs/operating.md, "Strangers' login".`,
    )
}

async function canLogIn(databaseUrl: string, password: string): Promise<boolean> {
  const sql = connect(databaseUrl, { max: 1, role: STRANGERS_ROLE, password, name: 'tune-login' })
  try {
    await sql`select`
    return true
  } catch (fault) {
    if (REFUSED.has((fault as { code?: string }).code ?? '')) return false
    throw fault
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** What Postgres keeps of a password (RFC 5803, as `pg_authid.rolpassword`). */
function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(mac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${mac('Server Key').toString('base64')}`
}

/** The ways to prove whose account it is, each as the auth API takes it. */

import { sendFactorCode, sendRecoveryCode } from '../../features/sign-in/api.ts'
import { AuthDoorError, authDoor } from '../../lib/auth-door.ts'
import { auth } from '../../lib/supabase.ts'

export type Proof = 'app' | 'recovery' | 'password' | 'mail'

/** What can prove this account, the usual way first. Throws AuthError. */
export async function proofsOfAccount(): Promise<Proof[]> {
  const { data, error } = await (await auth()).getUser()
  if (error) throw error
  const { factors = [], identities = [] } = data.user
  if (factors.some(({ status }) => status === 'verified')) return ['app', 'recovery']
  return identities?.some(({ provider }) => provider === 'email') ? ['password', 'mail'] : ['mail']
}

/** Resolves with null, or the reason: `wrong`, `tooMany` or `failed`. */
export async function give(proof: Proof, secret: string): Promise<'wrong' | 'tooMany' | 'failed' | null> {
  try {
    return (await isRight(proof, secret)) ? null : 'wrong'
  } catch (fault) {
    const status = (fault as { status?: number }).status
    return status === 429 ? 'tooMany' : 'failed'
  }
}

async function isRight(proof: Proof, secret: string): Promise<boolean> {
  const digits = secret.replaceAll(' ', '')
  if (proof === 'app') return sendFactorCode(digits)
  if (proof === 'recovery') return sendRecoveryCode(secret.trim())
  try {
    await authDoor('/reauthenticate', {
      body: proof === 'password' ? { password: secret } : { nonce: digits },
    })
    return true
  } catch (fault) {
    if (fault instanceof AuthDoorError && WRONG.includes(fault.code)) return false
    throw fault
  }
}

const WRONG = ['current_password_invalid', 'reauthentication_not_valid']

/** Mails the code. Resolves with null, or the reason: `tooSoon` or `failed`. */
export async function mailCode(): Promise<'tooSoon' | 'failed' | null> {
  const { error } = await (await auth()).reauthenticate()
  if (!error) return null
  return error.code === 'over_email_send_rate_limit' ? 'tooSoon' : 'failed'
}

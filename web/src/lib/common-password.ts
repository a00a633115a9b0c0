import { config } from './config.ts'

/**
 * Whether anybody would try `password`, of somebody of whom `own` is known (addresses). The server knows more passwords than
 * we can here, and is the one that decides: false when the words could not be loaded.
 */
export async function isCommon(password: string, own: readonly string[]): Promise<boolean> {
  // Its words are for those who are choosing a password.
  const known = await import('#domain/common-password.ts').catch(() => null)
  return (
    known?.isCommonPassword(password, [...own.filter(Boolean), config().productName, location.hostname]) ??
    false
  )
}

/** The four rules of a password (specification, section 5), in the order in which they are shown. */

export const PASSWORD_MIN_LENGTH = 8

export const PASSWORD_RULES = ['length', 'uppercase', 'symbol', 'digit'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

const PASSES: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => password.length >= PASSWORD_MIN_LENGTH,
  uppercase: (password) => /\p{Lu}/u.test(password),
  symbol: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  digit: (password) => /\d/.test(password),
}

/** The rules that `password` still breaks, in order; none means it may be used. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => !PASSES[rule](password))
}

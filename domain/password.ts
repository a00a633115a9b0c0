/** The four rules of a password (specification, section 5), in display order. */

export const PASSWORD_MIN_LENGTH = 8

export const PASSWORD_RULES = ['length', 'uppercase', 'symbol', 'digit'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/** What counts as a symbol. */
export const PASSWORD_SYMBOLS = '!@#$%^&*(),.?":{}|<>'

/** Character classes, of each of which at least one is required. */
export const PASSWORD_CLASSES: { name: Exclude<PasswordRule, 'length'>; pattern: RegExp }[] = [
  { name: 'uppercase', pattern: /\p{Lu}/u },
  { name: 'symbol', pattern: new RegExp(`[${PASSWORD_SYMBOLS}]`) },
  { name: 'digit', pattern: /\d/ },
]

/** The rules that `password` still breaks, in order; empty when it may be used. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  const missing = PASSWORD_CLASSES.filter(({ pattern }) => !pattern.test(password)).map(({ name }) => name)
  return password.length >= PASSWORD_MIN_LENGTH ? missing : ['length', ...missing]
}

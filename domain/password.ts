/** The four rules of a password (specification, section 5), in the order in which they are shown. */

export const PASSWORD_MIN_LENGTH = 8

export const PASSWORD_RULES = ['length', 'uppercase', 'symbol', 'digit'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/** The kinds of character that must be there, one of each at least. */
export const PASSWORD_CLASSES: { name: Exclude<PasswordRule, 'length'>; pattern: RegExp }[] = [
  { name: 'uppercase', pattern: /\p{Lu}/u },
  { name: 'symbol', pattern: /[!@#$%^&*(),.?":{}|<>]/ },
  { name: 'digit', pattern: /\d/ },
]

/** The rules that `password` still breaks, in order; none means it may be used. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  const missing = PASSWORD_CLASSES.filter(({ pattern }) => !pattern.test(password)).map(({ name }) => name)
  return password.length >= PASSWORD_MIN_LENGTH ? missing : ['length', ...missing]
}

/** CPF: the Brazilian taxpayer number. Nine digits, then two check digits. */

/** Only the digits, without the punctuation people type. */
export function cpfDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** `52998224725` → `529.982.247-25`. Fewer digits are formatted as far as they go. */
export function formatCpf(text: string): string {
  const digits = cpfDigits(text).slice(0, 11)
  const [first, second, third] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9)]
  const groups = [first, second, third].filter((group) => group !== '').join('.')
  return digits.length > 9 ? `${groups}-${digits.slice(9)}` : groups
}

/**
 * True for eleven digits, not all the same, whose two check digits are right (specification, section 5). Each
 * check digit is the sum of the digits before it, weighted …4, 3, 2 from the left, times ten, modulo eleven;
 * ten counts as zero. The database repeats the rule in `private.is_cpf`.
 */
export function isCpf(text: string): boolean {
  const digits = cpfDigits(text)
  if (digits.length !== 11 || /^(\d)\1{10}$/.test(digits)) return false
  return checkDigit(digits.slice(0, 9)) === digits[9] && checkDigit(digits.slice(0, 10)) === digits[10]
}

function checkDigit(digits: string): string {
  const weightOfFirst = digits.length + 1
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weightOfFirst - index), 0)
  return String(((sum * 10) % 11) % 10)
}

/**
 * A CPF for whoever compares it with what its owner says, and need not know all of it: `52998224725` → `•••.•••.•••-25`. With more
 * digits the rest could be guessed, and tried in a search.
 */
export const maskedCpf = (digits: string): string => `•••.•••.•••-${digits.slice(9)}`

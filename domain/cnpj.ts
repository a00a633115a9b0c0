/** CNPJ: the number of a Brazilian company. Twelve characters (letters too since July 2026), then two check digits. */

const SHAPE = /^[0-9A-Z]{12}\d{2}$/

/**
 * True for fourteen characters without punctuation, in capitals, not all the same, whose check digits are right. A
 * character counts as its ASCII code less 48; each check digit is eleven less the remainder of the sum weighted
 * …, 3, 2, 9, 8, …, 3, 2 from the left, modulo eleven, and zero where that is above nine (IN RFB 2.229).
 */
export function isCnpj(text: string): boolean {
  if (!SHAPE.test(text) || /^(.)\1{13}$/.test(text)) return false
  return cnpjCheckDigits(text.slice(0, 12)) === text.slice(12)
}

/** The two check digits that belong to the first twelve characters. */
export function cnpjCheckDigits(base: string): string {
  const first = checkDigit(base)
  return first + checkDigit(base + first)
}

function checkDigit(text: string): string {
  const sum = [...text]
    .reverse()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0)
  const remainder = sum % 11
  return String(remainder < 2 ? 0 : 11 - remainder)
}

// What can be said about a card without asking its bank. Shared by the card fields in the browser and by the API.

const BRANDS = [
  { brand: 'amex', start: /^3[47]/, lengths: [15], cvc: 4, gaps: [4, 10] },
  { brand: 'diners', start: /^3(0[0-5]|[689])/, lengths: [14], cvc: 3, gaps: [4, 10] },
  { brand: 'jcb', start: /^35/, lengths: [16], cvc: 3, gaps: [4, 8, 12] },
  { brand: 'discover', start: /^6(011|4[4-9]|5)/, lengths: [16], cvc: 3, gaps: [4, 8, 12] },
  { brand: 'unionpay', start: /^(62|81)/, lengths: [16, 17, 18, 19], cvc: 3, gaps: [4, 8, 12, 16] },
  {
    brand: 'mastercard',
    start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    cvc: 3,
    gaps: [4, 8, 12],
  },
  { brand: 'visa', start: /^4/, lengths: [16], cvc: 3, gaps: [4, 8, 12] },
]
const UNKNOWN = { brand: 'unknown', start: /^/, lengths: [16], cvc: 3, gaps: [4, 8, 12] }

export function brandOf(digits) {
  return BRANDS.find(({ start }) => start.test(digits)) ?? UNKNOWN
}

export function formatNumber(digits) {
  const { gaps } = brandOf(digits)
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}

// The check digit rule of ISO/IEC 7812-1, known as the Luhn algorithm.
export function hasValidCheckDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

export function fullYear(year, now) {
  return year < 100 ? Math.floor(now.getUTCFullYear() / 100) * 100 + year : year
}

// A card is valid until the last day of its month.
export function isPastExpiry(month, year, now) {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  return fullYear(year, now) * 12 + month - 1 < thisMonth
}

// The texts of the card fields, in the page's language.

const EN = {
  names: { number: 'Card number', expiry: 'Expiration date', cvc: 'Security code' },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / YY', cvc: 'CVC' },
  errors: {
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: "Your card's expiration date is incomplete.",
    invalid_expiry_month: "Your card's expiration date is invalid.",
    invalid_expiry_month_past: "Your card's expiration date is in the past.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
    incomplete_cvc: "Your card's security code is incomplete.",
  },
  frame: (name) => `Secure field: ${name}`,
}

const PT = {
  names: { number: 'Número do cartão', expiry: 'Data de validade', cvc: 'Código de segurança' },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / AA', cvc: 'CVC' },
  errors: {
    incomplete_number: 'O número do seu cartão está incompleto.',
    invalid_number: 'O número do seu cartão é inválido.',
    incomplete_expiry: 'A data de validade do seu cartão está incompleta.',
    invalid_expiry_month: 'A data de validade do seu cartão é inválida.',
    invalid_expiry_month_past: 'A data de validade do seu cartão já passou.',
    invalid_expiry_year_past: 'O ano de validade do seu cartão já passou.',
    incomplete_cvc: 'O código de segurança do seu cartão está incompleto.',
  },
  frame: (name) => `Campo seguro: ${name}`,
}

export function textsFor(locale) {
  return /^pt/i.test(locale) ? PT : EN
}

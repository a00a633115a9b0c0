/** What a search text can match in a list of payments, besides names: an amount, or a kind of payment. */
import { isAmount, readWrittenBRL } from '#domain/money.ts'
import { PAYMENT_FLOWS, type PaymentFlow } from '#domain/payment.ts'
import { searchForm } from '#domain/search.ts'
import en from '#i18n/en/payments-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/payments-back-office.json' with { type: 'json' }

/** `R$ 1.234,56`, `1234,56` and `1234` as centavos; null for anything that is not an amount. */
export function amountIn(text: string): number | null {
  const centavos = readWrittenBRL(text)
  return isAmount(centavos) ? centavos : null
}

/** The flows whose own name, or whose label in either language, contains the text. */
export function flowsIn(text: string): PaymentFlow[] {
  const wanted = searchForm(text)
  return PAYMENT_FLOWS.filter((flow) =>
    [flow, pt.activity.types[flow], en.activity.types[flow]].some((name) =>
      searchForm(name).includes(wanted),
    ),
  )
}

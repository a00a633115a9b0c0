/** What an account of the ledger is called for people: what it is for, and whose it is. */
import { useTranslation } from 'react-i18next'
import type { SubjectWire } from '#server/product/back-office/contract.ts'

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^fan:.+:available$/, 'fan_available'],
  [/^fan:.+:held$/, 'fan_held'],
  [/^project:.+:share:.+$/, 'project_share'],
  [/^project:.+:payable$/, 'project_payable'],
]

export function useAccountName(): (code: string, owner: SubjectWire | null) => string {
  const { t } = useTranslation('outgoing-back-office')
  return (code, owner) => {
    const kind = KINDS.find(([shape]) => shape.test(code))?.[1] ?? code.replaceAll(':', '_')
    return t(`ledger.accounts.${kind as 'fan_held'}`, { name: owner?.name ?? '--', defaultValue: code })
  }
}

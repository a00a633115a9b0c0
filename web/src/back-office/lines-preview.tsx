import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { SubjectWire, WrittenWire } from '#server/product/back-office/contract.ts'
import { unbroken } from '../lib/format.ts'
import { useAccountName } from './account-name.ts'
import { SubjectLink } from './subject-link.tsx'

type Accounts = WrittenWire['accounts']
type LinesPreviewProps = {
  lines: readonly Omit<WrittenWire['lines'][number], 'id'>[]
  accounts: Accounts
}

const money = (centavos: number) => unbroken(formatBRL(centavos))

/** Names accounts by their codes; `accounts` says whose they are. */
export function useNames(accounts: Accounts): (code: string) => string {
  const accountName = useAccountName()
  const owners = new Map<string, SubjectWire | null>(accounts.map(({ code, owner }) => [code, owner]))
  return (code) => accountName(code, owners.get(code) ?? null)
}

/** The place of such lines, whole: what does not fit scrolls with the dialog. Lines of what was entered before are greyed. */
export function LinesBox({ isOld = false, children }: { isOld?: boolean; children?: ReactNode }) {
  const { t } = useTranslation('outgoing-back-office')
  return (
    <section
      aria-label={t('ledger.preview')}
      aria-busy={isOld}
      className="min-h-52 shrink-0 aria-busy:opacity-60"
    >
      {children}
    </section>
  )
}

/** The lines of the ledger that will be written, and the balances that they leave. */
export function LinesPreview({ lines, accounts }: LinesPreviewProps) {
  const { t } = useTranslation('outgoing-back-office')
  const name = useNames(accounts)
  return (
    <div className="min-h-52 rounded-control border border-line p-3 text-sm">
      <h3 className="mb-2 font-medium">{t('ledger.preview')}</h3>
      {lines.map(({ debit, credit, amount }) => (
        <p key={`${debit} ${credit} ${amount}`} className="mb-2 [overflow-wrap:anywhere]">
          {t('ledger.line', { amount: money(amount), debit: name(debit), credit: name(credit) })}
        </p>
      ))}
      <table className="w-full">
        <thead>
          <tr className="text-xs">
            <th scope="col" className="text-left font-normal">
              {t('ledger.account')}
            </th>
            <th scope="col" className="pl-3 text-right font-normal">
              {t('ledger.before')}
            </th>
            <th scope="col" className="pl-3 text-right font-normal">
              {t('ledger.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ code, owner, before, after }) => (
            <tr key={code} className="border-line border-t">
              <th scope="row" className="py-1 text-left font-normal [overflow-wrap:anywhere]">
                {owner ? <SubjectLink subject={owner}>{name(code)}</SubjectLink> : name(code)}
              </th>
              <td className="figures whitespace-nowrap py-1 pl-3 text-right">{money(before)}</td>
              <td className="figures whitespace-nowrap py-1 pl-3 text-right font-medium">{money(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

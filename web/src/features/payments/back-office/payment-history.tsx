import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { type PaymentMethod, statusName } from '#domain/payment.ts'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import type { PaymentEventWire } from '#server/product/payments/wire.ts'
import { Part } from '../../../back-office/detail.tsx'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { refusalInWords } from '../../../back-office/webhook-outcome.ts'
import { transactionPage } from '../../../lib/explorer.ts'
import { unbroken } from '../../../lib/format.ts'
import { failureInWords } from '../failure-in-words.ts'

type Words = TFunction<['payments-back-office', 'operations-back-office', 'refusals']>

/** One timeline, oldest first: our own records, the provider's events, the ledger, the chain and the audit trail. */
export function PaymentHistory({ method, history }: Pick<PaymentDetailWire, 'method' | 'history'>) {
  const { t } = useTranslation(['payments-back-office', 'operations-back-office', 'refusals'])
  return (
    <Part title={t('history.title')}>
      <ol className="divide-y divide-line border-line border-y text-sm">
        {history.map((event) => (
          <li
            key={event.key}
            className="grid grid-cols-[minmax(0,1fr)_auto] tight:flex tight:flex-col gap-x-4 py-3"
          >
            <span className="text-muted text-xs">{t(`history.kinds.${event.kind}`)}</span>
            <span className="text-right text-muted text-xs">
              <Moment at={event.at} />
            </span>
            <Line method={method} event={event} />
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Line({ method, event }: { method: PaymentMethod; event: PaymentEventWire }) {
  const { t } = useTranslation(['payments-back-office', 'operations-back-office', 'refusals'])
  const { t: words } = useTranslation(['failures', 'refusals'])
  switch (event.kind) {
    case 'state':
      return (
        <Event
          what={t(`activity.statuses.${statusName({ method, status: event.status })}`)}
          note={event.failure && (failureInWords(words, event.failure) ?? event.failure)}
        />
      )
    case 'webhook':
      return <Event what={event.type} note={`${outcomeInWords(t, event.outcome)} · ${event.event}`} />
    case 'transfer': {
      const between = { debit: accountName(t, event.debit), credit: accountName(t, event.credit) }
      return (
        <Event
          what={t(`transfers.${event.transfer as 'deposit'}`, { defaultValue: t('transfers.other') })}
          note={t('history.fromTo', between)}
        >
          <span className="figures">{unbroken(formatBRL(event.amount))}</span>
        </Event>
      )
    }
    case 'chain': {
      const operation = t(`operations.${event.operation as 'sell_unit'}`, {
        defaultValue: t('operations.other'),
      })
      const state = t(`history.chainStates.${event.status as 'queued'}`, { defaultValue: event.status })
      return (
        <Event what={operation} note={event.failure ? `${state}: ${event.failure}` : state}>
          {event.txHash && (
            <ExplorerLink
              hash={event.txHash}
              href={transactionPage(event.txHash)}
              label={t('history.record', { operation })}
            />
          )}
        </Event>
      )
    }
    case 'deed':
      return (
        <Event
          what={t(`operations-back-office:deeds.${event.action as 'refund.request'}`, {
            defaultValue: event.action,
          })}
          note={[event.admin, event.after?.reason].filter((part) => typeof part === 'string').join(' · ')}
        />
      )
  }
}

function Event({ what, note, children }: { what: string; note: string | null; children?: ReactNode }) {
  return (
    <>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{what}</span>
        {note && <span className="block text-muted text-xs">{note}</span>}
      </span>
      <span className="self-center text-right">{children}</span>
    </>
  )
}

/** The outcome of a webhook, in the reader's language where it has a text. */
function outcomeInWords(t: Words, outcome: string | null): string {
  if (outcome === null) return t('history.noOutcome')
  const refused = refusalInWords(t, outcome)
  if (refused !== null) return refused
  const name = outcome.replace(/\W+/g, '_')
  return t(`history.outcomes.${name as 'credited'}`, { defaultValue: outcome })
}

/** Account codes of fans and projects contain uids, which say nothing to a reader. */
function accountName(t: Words, code: string): string {
  const own = /^fan:.+:(available|held)$|^project:[^:]+:(payable|share)/.exec(code)
  const name = own?.[1] ?? own?.[2] ?? code.replaceAll(':', '_')
  return t(`accounts.${name as 'held'}`, { defaultValue: code })
}

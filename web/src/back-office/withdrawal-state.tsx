import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { DECIDED_TONES, Pill } from './pill.tsx'
import { cautionNotes, withdrawalNotes } from './withdrawal-notes.ts'

/** A withdrawal's state, who has approved it, and why it failed. */
export function WithdrawalState({ request }: { request: AdminWithdrawalWire }) {
  const { t } = useTranslation(['withdrawals-back-office', 'outgoing-back-office'])
  const { status } = request
  return (
    <span className="min-w-0 text-right md:text-left">
      <Pill tone={DECIDED_TONES[status]}>{t(`statuses.${status}`)}</Pill>
      {status === 'requested' &&
        cautionNotes(t, request).map((note) => (
          <span key={note} className="block max-w-[32ch] text-loss text-xs">
            {note}
          </span>
        ))}
      {withdrawalNotes(t, request).map((note) => (
        <span key={note} className="block max-w-[32ch] text-muted text-xs [overflow-wrap:anywhere]">
          {note}
        </span>
      ))}
    </span>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { approverNames } from '../../../back-office/approver-names.ts'
import { Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { NotOwn } from '../../../back-office/not-own.tsx'
import { May } from '../../../back-office/office.tsx'
import { DECIDED_TONES, Pill } from '../../../back-office/pill.tsx'
import { WriteOffDecision } from '../../../back-office/write-off-decision.tsx'
import { WriteOffDialog } from '../../../back-office/write-off-dialog.tsx'
import { unbroken } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'

/** The person's written-off debts, and writing off what they owe now. */
export function UserDebt({ user }: { user: UserDetailWire }) {
  const { t } = useTranslation('refunds-back-office')
  const [isOpen, open] = useState(false)
  const { available, writeOffs } = user
  const isWaiting = writeOffs.some(({ status }) => status === 'requested')
  if (available >= 0 && writeOffs.length === 0) return null
  return (
    <Part
      title={t('debts.title')}
      call="POST /admin/users/{uid}/write-offs"
      action={
        available < 0 &&
        !isWaiting && (
          <NotOwn person={user.uid}>
            <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
              {t('debts.start')}
            </Button>
          </NotOwn>
        )
      }
    >
      {available < 0 && (
        <p className="mb-4 text-muted text-sm">{t('debts.owed', { amount: formatBRL(-available) })}</p>
      )}
      {writeOffs.length > 0 && (
        <ul className="divide-y divide-line border-line border-y text-sm">
          {writeOffs.map((writeOff) => (
            <li
              key={writeOff.uid}
              className="grid grid-cols-[minmax(0,1fr)_auto] tight:flex tight:flex-col gap-x-4 gap-y-1 py-3"
            >
              <span>
                <Pill tone={DECIDED_TONES[writeOff.status]}>{t(`debts.statuses.${writeOff.status}`)}</Pill>
              </span>
              <span className="figures text-right">{unbroken(formatBRL(writeOff.amount))}</span>
              <span className="min-w-0 text-muted text-xs [overflow-wrap:anywhere]">
                <span className="block">{writeOff.reason}</span>
                <span className="block">{t('refund.by', { names: approverNames(writeOff.approvals) })}</span>
              </span>
              <span className="text-right text-muted text-xs">
                <Moment at={writeOff.createdAt} />
              </span>
              {writeOff.status === 'requested' && (
                <span className="col-span-2 mt-2">
                  <May call="POST /admin/write-offs/{uid}/approve">
                    <NotOwn person={user.uid}>
                      <WriteOffDecision writeOff={writeOff} />
                    </NotOwn>
                  </May>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <WriteOffDialog user={user} onClose={() => open(false)} />}
    </Part>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { approverNames } from '../../../back-office/approver-names.ts'
import { Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { ObstacleDialog } from '../../../back-office/obstacle-dialog.tsx'
import { May } from '../../../back-office/office.tsx'
import { DECIDED_TONES, Pill } from '../../../back-office/pill.tsx'
import { Preview } from '../../../back-office/preview.tsx'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { WriteOffDecision } from '../../../back-office/write-off-decision.tsx'
import { unbroken } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

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
          <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
            {t('debts.start')}
          </Button>
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
                    <WriteOffDecision writeOff={writeOff} />
                  </May>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && user.withdrawing === 0 && <WriteOffDialog user={user} onClose={() => open(false)} />}
      {isOpen && user.withdrawing > 0 && (
        <ObstacleDialog
          title={t('debts.modal')}
          why={t('debts.withdrawing', { amount: formatBRL(user.withdrawing) })}
          onClose={() => open(false)}
        />
      )}
    </Part>
  )
}

/** Writes off all that somebody owes, as shown on the screen: if the debt has become smaller, nothing happens. */
function WriteOffDialog({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const owed = -user.available
  return (
    <ReasonDialog
      call="POST /admin/users/{uid}/write-offs"
      request={({ reason }) => ({ params: { uid: user.uid }, body: { amount: owed, reason } })}
      title={t('debts.modal')}
      reason={{
        label: t('back-office:reason'),
        hint: t('debts.reasonHint'),
        tooLong: t('back-office:tooLong'),
      }}
      submit={t('debts.start')}
      done={({ status }) => t(`debts.${status}`)}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('debts.text', { amount: formatBRL(owed) })}</p>
      {owed > user.aloneUpTo && <Notice>{t('debts.two')}</Notice>}
      <Preview
        call="GET /admin/users/{uid}/write-off-lines"
        request={{ params: { uid: user.uid }, query: { amount: String(owed) } }}
      />
    </ReasonDialog>
  )
}

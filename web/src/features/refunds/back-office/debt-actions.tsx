import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { DebtorWire } from '#server/product/refunds/wire.ts'
import { NotOwn } from '../../../back-office/not-own.tsx'
import { May } from '../../../back-office/office.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { WriteOffDialog } from '../../../back-office/write-off-dialog.tsx'
import { dataOf } from '../../../lib/api.ts'
import { sayFailure } from '../../../lib/say-failure.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** What can be done about a debt: write to whoever owes it, or write it off. Their page is linked by their name. */
export function DebtActions({ debtor: { user, owed } }: { debtor: DebtorWire }) {
  const { t } = useTranslation('refunds-back-office')
  const [isOpen, open] = useState(false)
  const of = { amount: formatBRL(owed), email: user.email }
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 md:justify-start">
      <a
        href={`mailto:${encodeURIComponent(user.email)}`}
        aria-label={t('debts.writeOf', of)}
        className="link inline-flex min-h-11 items-center"
      >
        {t('debts.write')}
      </a>
      <May call="POST /admin/users/{uid}/write-offs">
        <NotOwn person={user.uid}>
          <RowButton aria-haspopup="dialog" label={t('debts.startOf', of)} onClick={() => open(true)}>
            {t('debts.start')}
          </RowButton>
        </NotOwn>
      </May>
      {isOpen && <WriteOff uid={user.uid} onClose={() => open(false)} />}
    </span>
  )
}

/** The dialog of the person's own page, with what they owe now. */
function WriteOff({ uid, onClose }: { uid: string; onClose(): void }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'debtor', uid],
    queryFn: ({ signal }) => dataOf('GET /admin/users/{uid}', { params: { uid }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <WriteOffDialog user={data} onClose={onClose} />
  return (
    <Modal open onClose={onClose} title={t('debts.modal')}>
      {error ? (
        <Failure
          message={sayFailure(error, t('back-office:loadFailed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Modal>
  )
}

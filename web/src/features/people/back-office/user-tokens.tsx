import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserTokenWire } from '#server/product/people/contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { TokenState } from '../../../back-office/token-state.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { PaymentLink } from './payment-link.tsx'

/** The tokens that the person holds or has held. */
export function UserTokens({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'payments-back-office'])
  const list = useList('GET /admin/users/{uid}/tokens', { params: { uid } })
  const columns: Column<UserTokenWire>[] = [
    { title: t('user.project'), cell: ({ projectName }) => projectName },
    { title: t('user.unit'), cell: ({ unit }) => unit, figures: true },
    { title: t('user.amount'), cell: ({ amount }) => unbroken(formatBRL(amount)), figures: true },
    {
      title: t('user.status'),
      cell: ({ status, statusSong, revokedFor, isGift }) => (
        <span className="text-right md:text-left">
          <TokenState status={status} />
          <span className="block text-muted text-xs">
            {revokedFor
              ? t(`user.revoked.${revokedFor}`)
              : t(
                  statusSong === 'none'
                    ? 'payments-back-office:payment.notPlayed'
                    : 'payments-back-office:payment.played',
                )}
            {isGift && ` · ${t('user.gift')}`}
          </span>
        </span>
      ),
    },
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('user.actions'),
      cell: ({ payment, projectName, amount }) => (
        <PaymentLink uid={payment} project={projectName} amount={amount} />
      ),
    },
  ]
  return <ListRows list={list} columns={columns} empty={t('user.noTokens')} />
}

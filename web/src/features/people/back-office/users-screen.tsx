import { useTranslation } from 'react-i18next'
import { ACCOUNT_STATES } from '#domain/account.ts'
import type { AdminUserWire } from '#server/product/people/contract.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { addressPage } from '../../../lib/explorer.ts'
import { ScreenTitle } from '../../../ui/screen-title.tsx'

/** `/admin/users` — everybody who has registered. */
export function UsersScreen() {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const list = useList('GET /admin/users', {
    offered: {
      choices: [
        {
          name: 'status',
          label: t('user.state'),
          options: ACCOUNT_STATES.map((value) => ({ value, label: t(`users.states.${value}`) })),
        },
      ],
      days: true,
    },
  })
  const columns: Column<AdminUserWire>[] = [
    {
      title: t('users.user'),
      cell: (user) => (
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 md:justify-start">
          <PersonLink user={user} />
          {!user.isActive && <Pill tone="loss">{t(user.isErased ? 'user.erased' : 'user.inactive')}</Pill>}
        </span>
      ),
    },
    {
      title: t('users.wallet'),
      cell: ({ wallet, email }) => (
        <ExplorerLink hash={wallet} href={addressPage(wallet ?? '')} label={t('users.walletOf', { email })} />
      ),
    },
    {
      title: t('users.complete'),
      cell: ({ isComplete }) => t(isComplete ? 'back-office:yes' : 'back-office:no'),
    },
    { title: t('users.provider'), cell: ({ provider }) => provider },
    { title: t('users.email'), cell: ({ email }) => <span className="break-all">{email}</span> },
    {
      title: t('users.createdAt'),
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ]
  return (
    <>
      <ScreenTitle>{t('users.title')}</ScreenTitle>
      <DataList
        list={list}
        searchLabel={t('users.search')}
        file={t('users.file')}
        columns={columns}
        empty={t('users.empty')}
      />
    </>
  )
}

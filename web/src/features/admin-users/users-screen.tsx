import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AdminUserWire } from '#domain/wire/admin.ts'
import { type Column, DataList } from '../../back-office/data-list.tsx'
import { ExplorerLink } from '../../back-office/explorer-link.tsx'
import { Moment } from '../../back-office/moment.tsx'
import { Person } from '../../back-office/person.tsx'
import { useList } from '../../back-office/use-list.ts'
import { addressPage } from '../../lib/explorer.ts'
import { paths } from '../../lib/paths.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** `/admin/users` — everybody who has registered. */
export function UsersScreen() {
  const { t } = useTranslation(['admin', 'common'])
  const list = useList<AdminUserWire>('/admin/users')
  const columns: Column<AdminUserWire>[] = [
    {
      title: t('users.user'),
      cell: ({ uid, fullName, nickname, email, photoUrl }) => (
        <Link
          to={paths.adminUser(uid)}
          className="inline-flex min-h-11 min-w-0 items-center text-left hover:text-accent-text"
        >
          <Person name={fullName} nickname={nickname} email={email} photoUrl={photoUrl} />
        </Link>
      ),
    },
    {
      title: t('users.wallet'),
      cell: ({ wallet, email }) => (
        <ExplorerLink hash={wallet} href={addressPage(wallet ?? '')} label={t('users.walletOf', { email })} />
      ),
    },
    { title: t('users.complete'), cell: ({ isComplete }) => t(isComplete ? 'yes' : 'no') },
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

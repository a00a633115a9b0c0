import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../back-office/moment.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { api } from '../../../lib/api.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { deviceOf } from '../security/device.ts'

/** Where the person is signed in; sessions can be ended one by one, or all at once. */
export function UserSessions({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const sessions = useQuery({
    queryKey: ['admin', 'user', uid, 'sessions'],
    queryFn: async ({ signal }) =>
      (await api('GET /admin/users/{uid}/sessions', { params: { uid }, signal })).data,
  })
  const end = useAdminAction('POST /admin/users/{uid}/sessions/end', {
    done: () => t('user.ended'),
    failed: t('back-office:failed'),
  })
  const endOne = (session: string | null) => end.mutate({ params: { uid }, body: { session } })
  if (sessions.isPending) return <Skeleton className="h-40" />
  if (sessions.isError) {
    return (
      <Failure
        message={t('back-office:loadFailed')}
        onRetry={() => void sessions.refetch()}
        retrying={sessions.isFetching}
      />
    )
  }
  if (sessions.data.length === 0) return <p className="text-muted">{t('user.noSessions')}</p>
  return (
    <>
      <ul className="mb-6 divide-y divide-line border-line border-y text-sm">
        {sessions.data.map(({ id, userAgent, ip, createdAt, seenAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-4 py-3">
            <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
              <span className="block">{deviceOf(userAgent) ?? t('user.unknownDevice')}</span>
              <span className="block text-muted text-xs">
                <span className="figures">{ip ?? '--'}</span> · {t('user.signedInAt')}{' '}
                <Moment at={createdAt} />
                {seenAt !== createdAt && (
                  <>
                    {' '}
                    · {t('user.seenAt')} <Moment at={seenAt} />
                  </>
                )}
              </span>
            </span>
            <RowButton
              label={t('user.endOf', { when: formatInSaoPaulo(createdAt, currentLanguage()) })}
              busy={end.isPending}
              onClick={() => endOne(id)}
            >
              {t('user.end')}
            </RowButton>
          </li>
        ))}
      </ul>
      <Button look="danger" busy={end.isPending} onClick={() => endOne(null)}>
        {t('user.endAll')}
      </Button>
    </>
  )
}

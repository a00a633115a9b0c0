import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatTokenMoment } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { endOtherSessions, endSession, type SessionLine, sessionsQuery } from './api.ts'
import { deviceOf } from './device.ts'
import { Line, Lines, Section } from './section.tsx'

/** Where the account is signed in, and signing it out there. */
export function SessionSection() {
  const { t } = useTranslation('people-security')
  const cache = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const ending = useMutation({
    mutationFn: (id: string | null) => (id ? endSession(id) : endOtherSessions()),
    onSuccess: (_, id) => toast.success(t(id ? 'session.ended' : 'session.othersEnded')),
    onError: () => toast.error(t('failed')),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  })
  const noteOf = (line: SessionLine) => {
    const used = line.current
      ? t('session.inUse')
      : // A session is written down when it begins and, while it is used, each time its token is renewed; no call writes.
        t(line.lastUsedAt === line.createdAt ? 'session.signedIn' : 'session.used', {
          date: formatTokenMoment(line.lastUsedAt, currentLanguage()),
        })
    return line.ip ? `${used} · ${t('session.network', { ip: line.ip })}` : used
  }

  return (
    <Section title={t('session.title')} lead={t('session.lead')}>
      {sessions.data ? (
        <Lines label={t('session.title')}>
          {sessions.data.map((line) => {
            const device = deviceOf(line.userAgent) ?? t('session.unknown')
            return (
              <Line
                key={line.id}
                title={line.current ? t('session.here', { device }) : device}
                note={noteOf(line)}
                action={
                  !line.current && (
                    <Button look="quiet" busy={ending.isPending} onClick={() => ending.mutate(line.id)}>
                      {t('session.end')}
                      <span className="sr-only">{device}</span>
                    </Button>
                  )
                }
              />
            )
          })}
        </Lines>
      ) : sessions.isError ? (
        <Failure message={t('session.unavailable')} onRetry={() => void sessions.refetch()} />
      ) : (
        <Skeleton className="h-28" />
      )}
      {sessions.data && sessions.data.length > 1 && (
        <Button look="secondary" className="mt-5" busy={ending.isPending} onClick={() => ending.mutate(null)}>
          {t('session.endOthers')}
        </Button>
      )}
    </Section>
  )
}

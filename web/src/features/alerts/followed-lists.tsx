import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { FollowedWire, FollowingWire } from '#server/product/alerts/contract.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { alertsQuery, changeFollowing } from './api.ts'

/** The artists and the works, each with its way out. */
export function FollowedLists({ followed }: { followed: FollowedWire }) {
  const { t } = useTranslation('alerts')
  const cache = useQueryClient()
  const end = useMutation({
    mutationFn: ({ uid, ...change }: Partial<FollowingWire> & { uid: string }) =>
      changeFollowing(uid, change),
    onSuccess: async (_, { uid }) => {
      await cache.invalidateQueries({ queryKey: alertsQuery().queryKey })
      await cache.invalidateQueries({ queryKey: ['following', uid] })
    },
    onError: (fault) => toast.error(fault.message || t('notSaved')),
  })
  return (
    <>
      <List title={t('artists')} empty={t('noArtists')}>
        {followed.artists.map(({ name, uid, page }) => (
          <Row
            key={uid}
            to={page ? paths.artistInside(page) : paths.work(uid)}
            name={name}
            endLabel={t('unfollow', { name })}
            onEnd={() => end.mutate({ uid, follows: false })}
          />
        ))}
      </List>
      <List title={t('works')} empty={t('noWorks')}>
        {followed.works.map(({ name, author, uid, below }) => (
          <Row
            key={uid}
            to={paths.work(uid)}
            name={name}
            detail={below === null ? author : `${author} · ${t('upTo', { amount: formatBRL(below) })}`}
            endLabel={t('unwatch', { name })}
            onEnd={() => end.mutate({ uid, watches: false })}
          />
        ))}
      </List>
    </>
  )
}

function List({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="mt-3 text-muted">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-line border-y">{children}</ul>
      )}
    </section>
  )
}

type RowProps = { to: string; name: string; detail?: string; endLabel: string; onEnd(): void }

function Row({ to, name, detail, endLabel, onEnd }: RowProps) {
  const { t } = useTranslation('alerts')
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <Link to={to} className="link inline-flex min-h-11 items-center break-words font-medium">
          {name}
        </Link>
        {detail && <p className="text-muted text-sm">{detail}</p>}
      </div>
      <Button look="quiet" aria-label={endLabel} onClick={onEnd}>
        {t('stop')}
      </Button>
    </li>
  )
}

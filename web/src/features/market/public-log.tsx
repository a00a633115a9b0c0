import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { LogEntryWire } from '#server/product/market/contract.ts'
import { formatDateTime, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { logPage, logQuery } from './api.ts'
import { type LogSentence, readLogEntry } from './log-entry.ts'

/** A button that opens the auction's public record in a side panel. */
export function PublicLog({ uid }: { uid: string }) {
  const { t } = useTranslation('market')
  const [open, setOpen] = useState(false)
  return (
    <p className="mt-12">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="link inline-flex min-h-11 items-center gap-2 text-muted text-sm"
      >
        {t('log.open')}
        <Icon name="list" className="size-4" />
      </button>
      <SidePanel open={open} onClose={() => setOpen(false)} title={t('log.title')}>
        <Entries uid={uid} />
      </SidePanel>
    </p>
  )
}

function Entries({ uid }: { uid: string }) {
  const { t } = useTranslation('market')
  const log = useInfiniteQuery(logQuery(uid))
  if (log.isPending) return <Skeleton className="h-96" />
  if (log.isError) {
    return <Failure message={t('log.failed')} onRetry={() => void log.refetch()} retrying={log.isFetching} />
  }
  const entries = log.data.pages.flatMap((page) => page.data)
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[60ch] text-muted">{t('log.text')}</p>
      {entries.length === 0 ? (
        <p>{t('log.empty')}</p>
      ) : (
        <ol className="divide-y divide-line border-line border-y">
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button look="secondary" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('log.more')}
        </Button>
      )}
      <section>
        <h3 className="name text-lg">{t('log.howTitle')}</h3>
        <p className="mt-2 max-w-[60ch] text-muted">{t('log.how')}</p>
        <a
          href={logPage(uid)}
          target="_blank"
          rel="noreferrer"
          className="link mt-2 inline-flex min-h-11 items-center gap-2 text-sm"
        >
          {t('log.data')}
          <Icon name="external" className="size-4" />
        </a>
      </section>
    </div>
  )
}

function Entry({ entry }: { entry: LogEntryWire }) {
  const { t } = useTranslation('market')
  const { at, says } = readLogEntry(entry)
  return (
    <li className="flex gap-4 py-3">
      <span className="figures w-10 shrink-0 text-muted text-sm">{entry.seq}</span>
      <div className="min-w-0">
        <p className="break-words">{sentence(says, t)}</p>
        {at && <p className="figures mt-1 text-muted text-xs">{formatDateTime(at, currentLanguage())}</p>}
        <p className="figures mt-1 break-all text-muted text-xs">
          {t('log.hash')} {entry.hash}
        </p>
      </div>
    </li>
  )
}

function sentence(says: LogSentence, t: ReturnType<typeof useTranslation<'market'>>['t']): string {
  switch (says.key) {
    case 'bid':
      return t('log.bid', { fan: says.fan, bid: says.bid, amount: unbroken(formatBRL(says.amount)) })
    case 'sale':
      return t('log.sale', { bid: says.bid, unit: says.unit, amount: unbroken(formatBRL(says.amount)) })
    case 'free':
      return t('log.free', { unit: says.unit })
    case 'release':
      return t('log.release', { bid: says.bid })
    case 'return':
      return t('log.return', { bid: says.bid, unit: says.unit })
    case 'pause':
      return t('log.pause')
    case 'resume':
      return t('log.resume')
    case 'other':
      return t('log.other', { body: says.body })
  }
}

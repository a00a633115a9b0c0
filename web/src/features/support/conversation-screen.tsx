import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { OwnConversationWire } from '#server/product/support/contract.ts'
import { ApiError, download } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { conversationQuery } from './api.ts'
import { OpenFile } from './open-file.tsx'
import { ReplyForm } from './reply-form.tsx'
import { SentFiles } from './sent-files.tsx'

/** `/support/{id}` — one of the fan's requests, what support answered, and the fan's next words. */
export function ConversationScreen() {
  const { t } = useTranslation('support')
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(conversationQuery(id))
  const isMissing = error instanceof ApiError && error.isFinal
  return (
    <div className="max-w-3xl">
      <Link to={paths.support} className="link inline-flex min-h-11 items-center text-sm">
        {t('own.back')}
      </Link>
      <ScreenTitle>{t('own.heading')}</ScreenTitle>
      {data ? (
        <Conversation of={data} />
      ) : isMissing ? (
        <p role="alert">{error.message || t('own.missing')}</p>
      ) : error ? (
        <Failure message={t('own.failed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

function Conversation({ of }: { of: OwnConversationWire }) {
  const { t } = useTranslation('support')
  const { id, file } = of
  const { message, createdAt } = of
  const first: Answer = { id: 0, by: 'person', message, files: [], createdAt }
  const read = (uid: string) => download('GET /support-requests/{id}/files/{uid}', { params: { id, uid } })
  return (
    <>
      <p className="mb-4 text-muted text-sm">
        {t(`subjects.${of.subject as 'Conta'}`)} · {t(`own.statuses.${of.status}`)}
      </p>
      <ol aria-live="polite" className="mb-8 flex flex-col gap-3">
        {[first, ...of.answers].map((said) => (
          <Said key={`${said.by} ${said.id}`} said={said}>
            {said === first && file ? (
              <FirstFile id={id} file={file} />
            ) : (
              <SentFiles files={said.files} read={read} />
            )}
          </Said>
        ))}
      </ol>
      <ReplyForm of={of} />
    </>
  )
}

type Answer = OwnConversationWire['answers'][number]
type SaidProps = { said: Answer; children: ReactNode }

function Said({ said: { by, message, createdAt }, children }: SaidProps) {
  const { t } = useTranslation('support')
  const when = formatMoment(createdAt, currentLanguage())
  const side = by === 'support' ? 'bg-raised sm:mr-10' : 'sm:ml-10'
  return (
    <li className={`rounded-cover border border-line p-4 ${side}`}>
      <p className="mb-1 text-muted text-xs">{t(`own.by.${by}`, { when })}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
      {children}
    </li>
  )
}

/** The file that the request began with, which has no name. */
function FirstFile({ id, file }: { id: number; file: NonNullable<OwnConversationWire['file']> }) {
  const { t } = useTranslation('support')
  const name = t('attach.first', { id, ending: file.type.replace(/^.*\//, '') })
  return (
    <p className="mt-2 border-line border-t pt-1">
      <OpenFile
        name={name}
        isImage={file.isImage}
        label={t(file.isImage ? 'attach.show' : 'attach.download', { name })}
        read={() => download('GET /support-requests/{id}/file', { params: { id } })}
      >
        <Icon name={file.isImage ? 'eye' : 'statement'} className="size-5 shrink-0 text-muted" />
        <span className="link min-w-0 truncate">{name}</span>
      </OpenFile>
    </p>
  )
}

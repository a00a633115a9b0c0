import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatPhone } from '#domain/phone.ts'
import type { SupportDetailWire } from '#server/product/support/contract.ts'
import { ConfirmDialog } from '../../../back-office/confirm-dialog.tsx'
import { Detail, Fact, Facts, Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { download } from '../../../lib/api.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { SentFiles } from '../sent-files.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AttachmentCell } from './attachment-cell.tsx'
import { Possessions } from './possessions.tsx'
import { RequestStatus } from './request-status.tsx'

/** What the person writes by mail meanwhile appears by itself. */
const NEWS_EVERY_MS = 10_000

/** `/admin/support/{id}` — one request, what was written since, and the next answer. */
export function RequestScreen() {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'back-office'])
  const { id = '' } = useParams()
  return (
    <Detail
      title={t('request.title')}
      call="GET /admin/support/{id}"
      request={{ params: { id } }}
      list={paths.adminSupport}
      missing={t('request.missing')}
      pollEvery={() => NEWS_EVERY_MS}
    >
      {(request) => (
        <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-[2fr_3fr]">
          <Question request={request} />
          <div className="min-w-0">
            <Part title={t('request.question')} action={<Close request={request} />}>
              <p className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">{request.message}</p>
            </Part>
            <Part title={t('request.answers')}>
              <Answers request={request} />
            </Part>
            <AnswerForm key={request.id} request={request} />
          </div>
        </div>
      )}
    </Detail>
  )
}

function Question({ request }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'back-office', 'support'])
  const { user, subject, createdAt } = request
  return (
    <div className="mb-10">
      <Facts>
        <Fact label={t('list.user')}>
          <PersonLink user={user} />
        </Fact>
        <Fact label={t('people-back-office:user.email')}>{user.email}</Fact>
        <Fact label={t('list.phone')}>
          {user.tel && (
            <a
              href={`tel:${user.tel}`}
              className="figures inline-flex min-h-11 items-center hover:text-accent-text"
            >
              {formatPhone(user.tel)}
            </a>
          )}
        </Fact>
        <Fact label={t('list.subject')}>{t(`support:subjects.${subject as 'Conta'}`)}</Fact>
        <Fact label={t('request.status')}>
          <RequestStatus request={request} />
        </Fact>
        <Fact label={t('request.assignee')}>
          <Assignee request={request} />
        </Fact>
        <Fact label={t('request.attachment')}>
          <AttachmentCell request={request} />
        </Fact>
        <Fact label={t('list.openedAt')}>
          <Moment at={createdAt} />
        </Fact>
      </Facts>
      <Possessions request={request} />
    </div>
  )
}

/** Asks first: whoever asked reads that it is closed. */
function Close({ request: { id, status, user } }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'back-office'])
  const [isAsked, ask] = useState(false)
  if (status === 'closed') return null
  return (
    <>
      <Button look="secondary" onClick={() => ask(true)}>
        {t('request.close')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          call="POST /admin/support/{id}/close"
          request={{ params: { id } }}
          title={t('request.closeTitle')}
          submit={t('request.close')}
          done={() => t('request.closed')}
          failed={t('back-office:failed')}
          onClose={() => ask(false)}
        >
          <p>
            {t(status === 'new' ? 'request.closeUnanswered' : 'request.closeLead', {
              name: user.nickname ?? user.email,
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Everything written since, on both sides. */
function Answers({ request: { id: request, answers, user } }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'back-office'])
  if (answers.length === 0) return <p className="text-muted text-sm">{t('request.noAnswers')}</p>
  return (
    <ol className="flex flex-col gap-3">
      {answers.map(({ id, admin, sender, message, files, filesRefused, createdAt }) => {
        const when = formatInSaoPaulo(createdAt, currentLanguage())
        const isOther = sender !== null && sender.toLowerCase() !== user.email
        return (
          <li
            key={`${admin ? 'ours' : 'theirs'} ${id}`}
            className={`max-w-[70ch] rounded-cover border border-line p-4 ${admin ? 'bg-raised sm:ml-10' : 'sm:mr-10'}`}
          >
            <p className="mb-1 text-muted text-xs [overflow-wrap:anywhere]">
              {admin
                ? t('request.answeredBy', { admin, when })
                : t(isOther ? 'request.wroteFrom' : 'request.wrote', { when, sender })}
            </p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
            <SentFiles
              files={files}
              read={(uid) =>
                download('GET /admin/support/{id}/files/{uid}', { params: { id: request, uid } })
              }
            />
            {filesRefused > 0 && (
              <p className="mt-2 text-muted text-sm">{t('request.filesRefused', { count: filesRefused })}</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Who looks after it; anybody of support may take it over. */
function Assignee({ request: { id, assignee } }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'back-office'])
  const { profile } = useSignedIn()
  const isMine = assignee?.uid === profile.uid
  const assign = useAdminAction('POST /admin/support/{id}/assign', {
    done: ({ assigned }) => t(assigned ? 'request.taken' : 'request.left'),
    failed: t('back-office:failed'),
  })
  return (
    <span className="flex flex-wrap items-center justify-end gap-3">
      {assignee ? (isMine ? t('request.mine') : assignee.name) : t('request.nobody')}
      <Button
        look="secondary"
        className="min-h-11 px-3 py-1.5 text-sm"
        busy={assign.isPending}
        onClick={() => assign.mutate({ params: { id }, body: { mine: !isMine } })}
      >
        {t(isMine ? 'request.leave' : 'request.take')}
      </Button>
    </span>
  )
}

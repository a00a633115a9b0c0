import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatPhone } from '#domain/phone.ts'
import type { SupportDetailWire } from '#server/product/support/contract.ts'
import { Detail, Fact, Facts, Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AttachmentCell } from './attachment-cell.tsx'

/** `/admin/support/{id}` — one request, its answers so far, and the next answer. */
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
    >
      {(request) => (
        <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-[2fr_3fr]">
          <Question request={request} />
          <div className="min-w-0">
            <Part title={t('request.question')} action={<Close request={request} />}>
              <p className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">{request.message}</p>
            </Part>
            <Part title={t('request.answers')}>
              <Answers answers={request.answers} />
            </Part>
            <AnswerForm request={request} />
          </div>
        </div>
      )}
    </Detail>
  )
}

function Question({ request }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'back-office'])
  const { user, subject, status, createdAt } = request
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
        <Fact label={t('list.subject')}>{subject}</Fact>
        <Fact label={t('request.status')}>{t(`request.statuses.${status}`)}</Fact>
        <Fact label={t('request.attachment')}>
          <AttachmentCell request={request} />
        </Fact>
        <Fact label={t('list.openedAt')}>
          <Moment at={createdAt} />
        </Fact>
      </Facts>
    </div>
  )
}

function Close({ request: { id, status } }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'back-office'])
  const close = useAdminAction('POST /admin/support/{id}/close', {
    done: () => t('request.closed'),
    failed: t('back-office:failed'),
  })
  if (status === 'closed') return null
  return (
    <Button look="secondary" busy={close.isPending} onClick={() => close.mutate({ params: { id } })}>
      {t('request.close')}
    </Button>
  )
}

function Answers({ answers }: Pick<SupportDetailWire, 'answers'>) {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'back-office'])
  if (answers.length === 0) return <p className="text-muted text-sm">{t('request.noAnswers')}</p>
  return (
    <ol className="divide-y divide-line border-line border-y">
      {answers.map(({ id, admin, message, createdAt }) => (
        <li key={id} className="py-4">
          <p className="mb-1 text-muted text-xs">
            {t('request.answeredBy', { admin, when: formatDateTime(createdAt) })}
          </p>
          <p className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
        </li>
      ))}
    </ol>
  )
}

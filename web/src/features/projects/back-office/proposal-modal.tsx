import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PROPOSAL_TRANSITIONS, type ProposalStatus } from '#domain/proposal.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import type { ProposalDecision } from '#server/product/projects/proposal-contract.ts'
import type { AdminProposalWire } from '#server/product/projects/wire.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { api } from '../../../lib/api.ts'
import { keepDraft, readDraft, useDraft } from '../../../lib/draft.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'

const EMPTY = { message: '' }

/** A whole proposal, and the decision about it; accepting one leads to the form that creates its project. */
export function ProposalModal({ proposal, onClose }: { proposal: AdminProposalWire; onClose(): void }) {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const { id, message, status, answer, createdAt, user } = proposal
  const { decide, isPending } = useProposal(proposal)
  const navigate = useNavigate()
  const { form, forget } = useAnswer(id)
  const may = (next: ProposalStatus) => PROPOSAL_TRANSITIONS[status].includes(next)

  async function send(decision: ProposalDecision) {
    // A toast has reported the error; the modal stays open with what was typed.
    const done = await decide(decision).catch(() => null)
    if (!done) return
    forget()
    onClose()
    if (done.status === 'accepted') navigate(`${paths.adminCreateProject}?proposal=${id}`)
  }
  const withWords = (next: 'answered' | 'declined') =>
    form.handleSubmit((words) => send({ status: next, message: words.message }))
  const accept = () => {
    const words = form.getValues('message').trim()
    return send({ status: 'accepted', ...(words && { message: words }) })
  }

  return (
    <Modal open onClose={onClose} title={t('proposal.title')} size="medium">
      <p className="mb-4 text-muted text-sm">
        {user.fullName ?? user.nickname} · <span className="break-all">{user.email}</span> ·{' '}
        <span className="figures">{formatInSaoPaulo(createdAt, currentLanguage())}</span>
      </p>
      <p className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
      {answer && (
        <section className="mt-6 border-line border-t pt-4">
          <h3 className="mb-2 font-medium text-sm">{t('proposal.answered')}</h3>
          <p className="max-w-[70ch] whitespace-pre-line text-muted [overflow-wrap:anywhere]">{answer}</p>
        </section>
      )}
      {status === 'accepted' && (
        <ModalActions>
          <ButtonLink to={`${paths.adminCreateProject}?proposal=${id}`}>{t('proposal.create')}</ButtonLink>
        </ModalActions>
      )}
      {may('accepted') && (
        <form noValidate onSubmit={(event) => event.preventDefault()} className="mt-6">
          <TextAreaField
            label={t('proposal.words')}
            hint={t('proposal.wordsHint')}
            maxLength={MESSAGE_MAX}
            error={form.formState.errors.message?.message}
            {...form.register('message', {
              validate: (words) => words.trim() !== '' || t('common:required'),
            })}
          />
          <Decisions
            isPending={isPending}
            accept={() => void accept()}
            answer={may('answered') && withWords('answered')}
            decline={withWords('declined')}
          />
        </form>
      )}
    </Modal>
  )
}

type DecisionsProps = { isPending: boolean; accept(): void; answer: false | (() => void); decline(): void }

/** Accepting asks once more, since it is mailed at once. */
function Decisions({ isPending, accept, answer, decline }: DecisionsProps) {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const [isAsked, ask] = useState(false)
  if (isAsked) {
    return (
      <>
        <p className="mt-4">{t('proposal.acceptText')}</p>
        <ModalActions>
          <Button busy={isPending} onClick={accept}>
            {t('proposal.acceptNow')}
          </Button>
          <Button look="quiet" onClick={() => ask(false)}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </>
    )
  }
  return (
    <ModalActions>
      <Button onClick={() => ask(true)}>{t('proposal.accept')}</Button>
      {answer && (
        <Button look="secondary" busy={isPending} onClick={answer}>
          {t('proposal.answer')}
        </Button>
      )}
      <Button look="danger" busy={isPending} onClick={decline}>
        {t('proposal.decline')}
      </Button>
    </ModalActions>
  )
}

/** The answer's form, which keeps its draft. */
function useAnswer(proposal: number) {
  const { profile } = useSignedIn()
  const draft = `proposal-answer-${profile.uid}-${proposal}`
  const form = useForm({ defaultValues: readDraft(draft, EMPTY) })
  useDraft(form, draft, ['message'])
  return { form, forget: () => keepDraft(draft, EMPTY) }
}

/** The actions on one proposal. Opening a new one marks it as read, without a toast. */
function useProposal({ id, status }: AdminProposalWire) {
  const { t } = useTranslation(['projects-back-office', 'back-office'])
  const cache = useQueryClient()
  const action = useAdminAction('POST /admin/proposals/{id}', {
    done: () => t('proposal.told'),
    failed: t('back-office:requests.failed'),
  })
  useEffect(() => {
    if (status !== 'received') return
    api('POST /admin/proposals/{id}', { params: { id }, body: { status: 'read' } })
      .then(() => cache.invalidateQueries({ queryKey: ['admin'] }))
      // It stays new, and is marked when it is next opened.
      .catch(() => undefined)
  }, [cache, id, status])
  return {
    isPending: action.isPending,
    decide: (decision: ProposalDecision) => action.mutateAsync({ params: { id }, body: decision }),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { ProposalToProjectWire } from '#server/product/projects/wire.ts'
import { keepDraft, useDraft } from '../../../lib/draft.ts'
import { paths } from '../../../lib/paths.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { proposalQuery } from './api.ts'
import { BlockchainCard } from './blockchain-card.tsx'
import { MediaCard } from './media-card.tsx'
import { ProjectCard } from './project-card.tsx'
import { DRAFTED, withDraft } from './project-draft.ts'
import { EMPTY_PROJECT, type ProjectValues } from './project-values.ts'
import { SettingsCard } from './settings-card.tsx'
import { type Prepared, submitProject } from './submit-project.ts'

const PROGRESS = 'create-project'

/** `/admin/projects/create` — a new project in four cards; with `?proposal=` it starts from that proposal. */
export function CreateProjectScreen() {
  const { t } = useTranslation('projects-back-office')
  const [params] = useSearchParams()
  const id = params.get('proposal')
  const proposal = useQuery({ ...proposalQuery(id ?? ''), enabled: id !== null })
  const isReading = id !== null && proposal.isPending
  return (
    <>
      <ScreenTitle>{t('create.title')}</ScreenTitle>
      {proposal.isError && (
        <div className="mb-6 max-w-6xl">
          <Notice tone="loss">{t('create.proposalFailed')}</Notice>
        </div>
      )}
      {isReading ? (
        <Skeleton className="h-[40rem]" />
      ) : (
        <NewProjectForm proposal={proposal.data ?? null} draft={id ?? 'new'} />
      )}
    </>
  )
}

/** The draft, or the form filled in from the proposal. */
function startOf(proposal: ProposalToProjectWire | null, name: string): ProjectValues {
  const begun = {
    ...EMPTY_PROJECT,
    projectAuthor: proposal?.author ?? '',
    authorWallet: proposal?.authorWallet ?? '',
  }
  return withDraft(begun, name)
}

type NewProjectFormProps = {
  proposal: ProposalToProjectWire | null
  /** The key of the draft. */
  draft: string
}

function NewProjectForm({ proposal, draft }: NewProjectFormProps) {
  const { t } = useTranslation('projects-back-office')
  const { profile } = useSignedIn()
  const name = `project-${profile.uid}-${draft}`
  const [done, setDone] = useState(false)
  const prepared = useRef<Prepared | null>(null)
  const form = useForm({ defaultValues: startOf(proposal, name) })
  useDraft(form, name, DRAFTED)

  const submit = form.handleSubmit(async (values) => {
    try {
      await submitProject(values, prepared, (step) => toast.loading(t(`create.${step}`), { id: PROGRESS }))
      toast.success(t('create.success'), { id: PROGRESS })
      keepDraft(name, {})
      setDone(true)
    } catch (error) {
      const message = (error as Error).message || t('create.failedPlain')
      toast.error(t('create.failed', { message }), { id: PROGRESS, duration: 6000 })
    }
  })

  return (
    <>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex max-w-6xl flex-col gap-6">
          {proposal && <FromProposal {...proposal} />}
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            <ProjectCard />
            <MediaCard />
            <BlockchainCard />
            <SettingsCard />
          </div>
          <Button type="submit" busy={form.formState.isSubmitting || done} className="lg:self-end">
            {t('create.submit')}
          </Button>
        </form>
      </FormProvider>
      {done && <DoneModal />}
    </>
  )
}

/** What was proposed, and who gets the project. It was written to us, so nothing public is filled in with it. */
function FromProposal({ name, message, author, looksAfter }: ProposalToProjectWire) {
  const { t } = useTranslation('projects-back-office')
  return (
    <Notice>
      <p>{t('create.fromProposal', { name })}</p>
      <p className="my-3 max-w-[70ch] whitespace-pre-line text-muted [overflow-wrap:anywhere]">{message}</p>
      <p>{looksAfter ? t('create.knownArtist', { artist: author }) : t('create.newArtist', { name })}</p>
    </Notice>
  )
}

/** The project is being created; it leads to the list. */
function DoneModal() {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const navigate = useNavigate()
  const leave = () => void navigate(paths.adminProjects)
  return (
    <Modal open closable={false} onClose={leave} title={t('create.doneTitle')}>
      <p>{t('create.doneText')}</p>
      <ModalActions>
        <Button onClick={leave}>{t('common:understood')}</Button>
      </ModalActions>
    </Modal>
  )
}

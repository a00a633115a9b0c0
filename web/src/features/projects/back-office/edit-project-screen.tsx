import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { ApiError } from '../../../lib/api.ts'
import { keepDraft } from '../../../lib/draft.ts'
import { paths } from '../../../lib/paths.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { UnsavedNote } from '../../../ui/unsaved-note.tsx'
import { readAdminProject } from './api.ts'
import { BlockchainCard } from './blockchain-card.tsx'
import { EditedProject } from './edited-project.ts'
import { MediaCard } from './media-card.tsx'
import { ProjectCard } from './project-card.tsx'
import { differs, useProjectDraft, withDraft } from './project-draft.ts'
import { ProjectGate } from './project-gate.tsx'
import { saveEdit, valuesOf } from './save-edit.ts'
import { SettingsCard } from './settings-card.tsx'

/** `/admin/projects/{uid}/edit` — the same four cards, with the fields that can still change. */
export function EditProjectScreen() {
  const { t } = useTranslation('projects-back-office')
  return (
    <>
      <ScreenTitle>{t('editor.title')}</ScreenTitle>
      <ProjectGate>{(project) => <Editor found={project} />}</ProjectGate>
    </>
  )
}

/** Edits the project as it was loaded: what others save meanwhile does not change the form. What was typed
 * and not saved is there again in this tab, until it is saved or given up. */
function Editor({ found }: { found: AdminProjectPageWire }) {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [project, setProject] = useState(found)
  const [stale, setStale] = useState<string | null>(null)
  const { profile } = useSignedIn()
  const { uid, projectName } = project
  const draft = `edit-${profile.uid}-${uid}`
  const stored = useMemo(() => valuesOf(project), [project])
  const form = useForm({ defaultValues: withDraft(draft, stored) })
  useProjectDraft(form, draft, stored)

  const submit = form.handleSubmit(async (values) => {
    try {
      if (!(await saveEdit(project, values))) {
        toast(t('editor.nothing'))
        return
      }
      keepDraft(draft, {})
      toast.success(t('editor.saved', { projectName: values.projectName.trim() }))
      await cache.invalidateQueries({ queryKey: ['admin'] })
      void navigate(paths.adminProject(uid))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'project_changed') setStale(error.message)
      const message = (error as Error).message || t('create.failedPlain')
      toast.error(t('editor.failed', { message }), { duration: 6000 })
    }
  })

  const reload = useMutation({
    mutationFn: () => readAdminProject(uid),
    onSuccess: (now) => {
      setProject(now)
      form.reset(valuesOf(now))
      keepDraft(draft, {})
      setStale(null)
    },
    onError: () => toast.error(t('failed')),
  })

  return (
    <EditedProject value={project}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex max-w-6xl flex-col gap-6">
          <p className="font-medium text-lg">{projectName}</p>
          <Notice>
            {t('editor.pinned')} {project.isActive && t('editor.published')}
          </Notice>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            <ProjectCard />
            <MediaCard />
            <BlockchainCard />
            <SettingsCard />
          </div>
          {stale && <Stale why={stale} busy={reload.isPending} onReload={() => reload.mutate()} />}
          {differs(form.watch(), stored) && <UnsavedNote onDiscard={() => form.reset(stored)} />}
          <div className="flex flex-col gap-2 sm:flex-row-reverse">
            <Button type="submit" busy={form.formState.isSubmitting}>
              {t('editor.save')}
            </Button>
            <ButtonLink look="quiet" to={paths.adminProject(uid)} onClick={() => keepDraft(draft, {})}>
              {t('common:cancel')}
            </ButtonLink>
          </div>
        </form>
      </FormProvider>
    </EditedProject>
  )
}

type StaleProps = { why: string; busy: boolean; onReload(): void }

/** Somebody else has saved the project meanwhile. */
function Stale({ why, busy, onReload }: StaleProps) {
  const { t } = useTranslation('projects-back-office')
  return (
    <Notice tone="loss">
      <p>{why}</p>
      <Button look="secondary" className="mt-3" busy={busy} onClick={onReload}>
        {t('editor.stale')}
      </Button>
    </Notice>
  )
}

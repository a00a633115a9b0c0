import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { BlockchainCard } from './blockchain-card.tsx'
import { DoneModal } from './done-modal.tsx'
import { MediaCard } from './media-card.tsx'
import { ProjectCard } from './project-card.tsx'
import { EMPTY_PROJECT } from './project-values.ts'
import { SettingsCard } from './settings-card.tsx'
import { submitProject } from './submit-project.ts'

const PROGRESS = 'create-project'

/** `/admin/projects/create` — a new project in four cards. */
export function CreateProjectScreen() {
  const { t } = useTranslation('admin')
  const [done, setDone] = useState(false)
  const form = useForm({ defaultValues: EMPTY_PROJECT })

  const submit = form.handleSubmit(async (values) => {
    try {
      await submitProject(values, (step) => toast.loading(t(`create.${step}`), { id: PROGRESS }))
      toast.success(t('create.success'), { id: PROGRESS, duration: 4000 })
      setDone(true)
    } catch (error) {
      const message = (error as Error).message || t('create.failedPlain')
      toast.error(t('create.failed', { message }), { id: PROGRESS, duration: 6000 })
    }
  })

  return (
    <>
      <ScreenTitle>{t('create.title')}</ScreenTitle>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex max-w-6xl flex-col gap-6">
          <div className="grid gap-6 lg:grid-cols-2">
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

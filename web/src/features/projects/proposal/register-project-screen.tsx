import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#domain/email.ts'
import { formatPhone, isPhone } from '#domain/phone.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import { keepDraft, readDraft, useDraft } from '../../../lib/draft.ts'
import { sendRequest } from '../../../lib/requests.ts'
import { useSecondTap } from '../../../lib/second-tap.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { OwnProposals, proposalsOf } from './own-proposals.tsx'

const EMPTY = { aboutProject: '' }
type Values = typeof EMPTY & { name: string; email: string; phone: string }

/** `/register-project` — proposes a project; who proposes it is known from the profile. Below it, what was proposed so far. */
export function RegisterProjectScreen() {
  const { t } = useTranslation(['projects', 'common'])
  const { profile } = useSignedIn()
  const cache = useQueryClient()
  const draft = `proposal-${profile.uid}`
  const form = useForm<Values>({
    defaultValues: {
      name: profile.full_name ?? '',
      email: profile.email,
      phone: formatPhone(profile.tel ?? ''),
      ...readDraft(draft, EMPTY),
    },
  })
  useDraft(form, draft, ['aboutProject'])
  const { errors, isSubmitting } = form.formState

  const { sent, isSecondTap } = useSecondTap()

  const submit = form.handleSubmit(async ({ aboutProject }) => {
    toast.remove('proposal')
    try {
      await sendRequest('register_projects', { user_id: profile.uid, message: aboutProject.trim() })
    } catch (error) {
      toast.error(t('proposal.failed', { message: (error as Error).message }), {
        id: 'proposal',
        duration: 6000,
      })
      return
    }
    toast.success(t('proposal.success'))
    void cache.invalidateQueries(proposalsOf(profile.uid))
    form.resetField('aboutProject', { defaultValue: '' })
    sent()
    keepDraft(draft, EMPTY)
  })

  const filled = (value: string) => value.trim() !== '' || t('common:required')
  return (
    <>
      <ScreenTitle lead={t('proposal.lead')}>{t('proposal.title')}</ScreenTitle>
      <form
        noValidate
        onSubmit={(event) =>
          isSecondTap(form.formState.isDirty) ? event.preventDefault() : void submit(event)
        }
        className="grid grid-cols-1 max-w-3xl gap-6 rounded-sheet border border-line bg-raised p-5 sm:grid-cols-2 sm:p-8"
      >
        <ProposerFields form={form} />
        <div className="sm:col-span-2">
          <TextAreaField
            label={t('proposal.aboutProject')}
            hint={t('proposal.aboutHint')}
            maxLength={MESSAGE_MAX}
            error={errors.aboutProject?.message}
            {...form.register('aboutProject', { validate: filled })}
          />
        </div>
        <Button type="submit" busy={isSubmitting} className="sm:col-span-2">
          {t('proposal.submit')}
        </Button>
      </form>
      <OwnProposals />
    </>
  )
}

/** The proposer's details, from the profile. */
function ProposerFields({ form }: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation(['projects', 'common'])
  const { errors } = form.formState
  return (
    <>
      <div className="sm:col-span-2">
        <TextField
          label={t('proposal.name')}
          readOnly
          error={errors.name?.message}
          {...form.register('name', {
            validate: (value) => value.trim() !== '' || t('common:required'),
          })}
        />
      </div>
      <TextField
        type="email"
        label={t('proposal.email')}
        readOnly
        error={errors.email?.message}
        {...form.register('email', {
          required: t('common:required'),
          validate: (value) => isEmail(value) || t('common:invalidEmail'),
        })}
      />
      <TextField
        type="tel"
        label={t('proposal.phone')}
        readOnly
        className="figures"
        error={errors.phone?.message}
        {...form.register('phone', {
          required: t('common:required'),
          validate: (value) => isPhone(value) || t('proposal.invalidPhone'),
        })}
      />
    </>
  )
}

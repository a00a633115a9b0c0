import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { config } from '../../../lib/config.ts'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ClipField } from './clip-field.tsx'
import { coverFault } from './cover-file.ts'
import { useEdited } from './edited-project.ts'
import { FormCard } from './form-card.tsx'
import { faults, LYRICS_MAX, type ProjectValues, TIMED_LYRICS_MAX } from './project-values.ts'
import { ThumbnailField } from './thumbnail-field.tsx'
import { useProjectRules } from './use-project-rules.ts'
import { VideoUpload } from './video-upload.tsx'

/** Cover, video and lyrics. */
export function MediaCard() {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const { register, control, formState, trigger } = useFormContext<ProjectValues>()
  const rule = useProjectRules()
  const { errors } = formState
  const edited = useEdited()

  async function thumbnailFault(file: File | null): Promise<string | true> {
    if (!file) return edited ? true : t('common:required')
    const fault = await coverFault(file)
    if (!fault) return true
    return fault.code === 'thumbnailSquare' ? t('create.thumbnailSquare', fault) : t(`create.${fault.code}`)
  }

  return (
    <FormCard title={t('create.media')}>
      <Controller
        control={control}
        name="thumbnail"
        rules={{ validate: thumbnailFault }}
        render={({ field, fieldState }) => (
          <ThumbnailField
            value={field.value}
            known={edited?.thumbnail ?? null}
            inputRef={field.ref}
            error={fieldState.error?.message}
            onChange={(file) => {
              field.onChange(file)
              // A file that cannot be a cover is refused at once, not when the form is sent.
              void trigger('thumbnail')
            }}
          />
        )}
      />
      <TextField
        label={t('create.videoId')}
        hint={t('create.videoIdHint')}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        error={errors.videoId?.message}
        {...register('videoId', rule(faults.videoId))}
      />
      {config().videoUpload && <VideoUpload />}
      <ClipField />
      <TextAreaField
        label={t('create.lyrics')}
        hint={t('create.lyricsHint')}
        maxLength={LYRICS_MAX}
        {...register('lyrics')}
      />
      <TextAreaField
        label={t('create.timedLyrics')}
        hint={t('create.timedLyricsHint')}
        maxLength={TIMED_LYRICS_MAX}
        spellCheck={false}
        error={errors.timedLyrics?.message}
        {...register('timedLyrics', {
          validate: (text) => (faults.timedLyrics(text) ? t('create.timedLyricsInvalid') : true),
        })}
      />
    </FormCard>
  )
}

import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { songFault } from '../../../lib/cut-song.ts'
import { Button } from '../../../ui/button.tsx'
import { ClipButton } from '../../../ui/clip-button.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useEdited } from './edited-project.ts'
import { faults, type ProjectValues } from './project-values.ts'
import { useProjectRules } from './use-project-rules.ts'

/** The thirty seconds that anybody may hear: an MP3 of the work, and the second at which they begin. */
export function ClipField() {
  const { t } = useTranslation('projects-back-office')
  const { control, register, formState, trigger, getValues, watch } = useFormContext<ProjectValues>()
  const rule = useProjectRules()
  const id = useId()
  const [song, gone] = watch(['song', 'clipGone'])
  const edited = useEdited()
  const known = gone ? null : (edited?.clip ?? null)

  async function validate(): Promise<string | true> {
    const fault = await songFault(getValues())
    return fault === null ? true : t(`create.song.${fault}`)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{t('create.clip')}</legend>
      <Controller
        control={control}
        name="song"
        rules={{ validate }}
        render={({ field, fieldState: { error } }) => (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <FilePicker
                label={t(song || known ? 'create.changeSong' : 'create.chooseSong')}
                fileLabel={t('create.chooseSong')}
                accept="audio/mpeg,.mp3"
                noteId={`${id}-note`}
                onChoose={(file) => {
                  field.onChange(file)
                  void trigger('song')
                }}
              />
              {song ? <span className="min-w-0 break-all text-sm">{song.name}</span> : <KnownClip />}
            </div>
            <p id={`${id}-note`} className={`text-sm ${error ? 'text-loss' : 'text-muted'}`}>
              {error?.message ?? t('create.clipHint')}
            </p>
          </>
        )}
      />
      {song && (
        <TextField
          label={t('create.clipStart')}
          hint={t('create.clipStartHint')}
          autoComplete="off"
          error={formState.errors.clipStart?.message}
          className="figures"
          {...register('clipStart', { ...rule(faults.clipStart), onBlur: () => void trigger('song') })}
        />
      )}
    </fieldset>
  )
}

/** The clip that the project has: to hear, and to take away. */
function KnownClip() {
  const { t } = useTranslation('projects-back-office')
  const { watch, setValue } = useFormContext<ProjectValues>()
  const edited = useEdited()
  const gone = watch('clipGone')
  if (!edited?.clip) return null
  return (
    <>
      {!gone && <ClipButton clip={edited.clip} projectName={edited.projectName} />}
      <Button look="quiet" onClick={() => setValue('clipGone', !gone, { shouldDirty: true })}>
        {t(gone ? 'create.keepClip' : 'create.removeClip')}
      </Button>
    </>
  )
}

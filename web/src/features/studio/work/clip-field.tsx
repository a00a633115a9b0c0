import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { clipStartSeconds } from '#domain/mp3.ts'
import type { StudioWorkWire } from '#server/product/studio/contract.ts'
import { songFault } from '../../../lib/cut-song.ts'
import { Button } from '../../../ui/button.tsx'
import { ClipButton } from '../../../ui/clip-button.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { WorkValues } from './cut-out.ts'

type ClipFieldProps = Pick<StudioWorkWire, 'clip' | 'projectName'>

/** The thirty seconds that anybody may hear: an MP3 of the work, and the second at which they begin. */
export function ClipField({ clip, projectName }: ClipFieldProps) {
  const { t } = useTranslation('studio')
  const { control, register, formState, trigger, getValues, setValue, watch } = useFormContext<WorkValues>()
  const id = useId()
  const [song, gone] = watch(['song', 'clipGone'])
  async function validate(): Promise<string | true> {
    const fault = await songFault(getValues())
    return fault === null ? true : t(`work.song.${fault}`)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{t('work.clip')}</legend>
      <Controller
        control={control}
        name="song"
        rules={{ validate }}
        render={({ field, fieldState: { error } }) => (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <FilePicker
                label={t('work.chooseSong')}
                accept="audio/mpeg,.mp3"
                noteId={`${id}-note`}
                onChoose={(file) => {
                  field.onChange(file)
                  void trigger('song')
                }}
              />
              {song && <span className="min-w-0 break-all text-sm">{song.name}</span>}
              {!song && clip && !gone && <ClipButton clip={clip} projectName={projectName} />}
              {!song && clip && (
                <Button look="quiet" onClick={() => setValue('clipGone', !gone)}>
                  {t(gone ? 'work.keepClip' : 'work.removeClip')}
                </Button>
              )}
            </div>
            <p id={`${id}-note`} className={`text-sm ${error ? 'text-loss' : 'text-muted'}`}>
              {error?.message ?? t('work.clipHint')}
            </p>
          </>
        )}
      />
      {song && (
        <TextField
          label={t('work.start')}
          hint={t('work.startHint')}
          autoComplete="off"
          error={formState.errors.clipStart?.message}
          className="figures"
          {...register('clipStart', {
            validate: (text) => clipStartSeconds(text) !== null || t('work.startInvalid'),
            onBlur: () => void trigger('song'),
          })}
        />
      )}
    </fieldset>
  )
}

import { useId, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { VIDEO_TYPES } from '#domain/video.ts'
import { languageTag } from '#i18n/language.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { ProjectValues } from './project-values.ts'
import { useVideoUpload, type VideoStage } from './use-video-upload.ts'

/** Instead of typing an id: uploads a file to the video host, and fills in its id once it can be played. */
export function VideoUpload() {
  const { t } = useTranslation('projects-back-office')
  const { setValue } = useFormContext<ProjectValues>()
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const { stage, name, choose, goOn, cancel } = useVideoUpload((videoId) =>
    setValue('videoId', videoId, { shouldDirty: true, shouldValidate: true }),
  )
  const isUnderWay = stage.at === 'sending' || stage.at === 'processing'
  return (
    <div className="flex flex-col gap-3">
      <input
        ref={input}
        type="file"
        accept={VIDEO_TYPES.join()}
        hidden
        aria-label={t('create.uploadVideo')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Choosing the same file again must count as a change.
          target.value = ''
          if (file) choose(file)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          busy={isUnderWay}
          aria-describedby={noteId}
          onClick={() => input.current?.click()}
        >
          {t('create.uploadVideo')}
        </Button>
        {stage.at === 'failed' && <Button onClick={goOn}>{t('create.uploadRetry')}</Button>}
        {(isUnderWay || stage.at === 'failed') && (
          <Button look="quiet" onClick={cancel}>
            {t('create.uploadCancel')}
          </Button>
        )}
      </div>
      {isUnderWay && (
        <progress value={stage.share} aria-labelledby={noteId} className="h-2 w-full accent-accent" />
      )}
      <p id={noteId} role="status" className={`text-sm ${toneOf(stage)}`}>
        <Note stage={stage} name={name} />
      </p>
    </div>
  )
}

function toneOf({ at }: VideoStage): string {
  if (at === 'failed' || at === 'refused' || at === 'wrongType' || at === 'wrongSize') return 'text-loss'
  return at === 'ready' ? 'text-live' : 'text-muted'
}

function Note({ stage, name }: { stage: VideoStage; name: string }) {
  const { t } = useTranslation('projects-back-office')
  const percent = new Intl.NumberFormat(languageTag(currentLanguage()), { style: 'percent' })
  switch (stage.at) {
    case 'idle':
      return t('create.uploadHint')
    case 'wrongType':
      return t('create.uploadType')
    case 'wrongSize':
      return t('create.uploadSize')
    case 'sending':
      return t('create.uploadSending', { name, share: percent.format(stage.share) })
    case 'processing':
      return t('create.uploadProcessing', { share: percent.format(stage.share) })
    case 'ready':
      return t('create.uploadReady')
    case 'refused':
      return t('create.uploadRefused')
    case 'failed':
      return t('create.uploadFailed', { message: stage.message || t('create.failedPlain') })
  }
}

import { type Ref, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { COVER_TYPES } from './cover-file.ts'

type ThumbnailFieldProps = {
  value: File | null
  /** The URL of the current cover, shown until another is chosen. */
  known: string | null
  error: string | undefined
  onChange(file: File): void
  inputRef: Ref<HTMLButtonElement>
}

/** The cover: chosen, and shown as it will look. */
export function ThumbnailField({ value, known, error, onChange, inputRef }: ThumbnailFieldProps) {
  const { t } = useTranslation('projects-back-office')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosen = useMemo(() => value && URL.createObjectURL(value), [value])
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])
  const address = chosen ?? known
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('create.thumbnail')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <div className="grid size-28 shrink-0 place-items-center overflow-hidden rounded-cover border border-edge border-dashed bg-ink">
          {address && !error && (
            <img src={address} alt={t('create.thumbnailPreview')} className="size-full object-cover" />
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={COVER_TYPES.join()}
          hidden
          aria-label={t('create.chooseThumbnail')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Choosing the same file again must count as a change.
            target.value = ''
            if (file) onChange(file)
          }}
        />
        <Button
          ref={inputRef}
          look="secondary"
          aria-describedby={`${id}-note`}
          onClick={() => input.current?.click()}
        >
          {address ? t('create.changeThumbnail') : t('create.chooseThumbnail')}
        </Button>
      </div>
      <p id={`${id}-note`} className={`text-sm ${error ? 'text-loss' : 'text-muted'}`}>
        {error ?? t('create.thumbnailHint')}
      </p>
    </fieldset>
  )
}

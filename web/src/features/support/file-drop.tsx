import { useId } from 'react'
import { ErrorCode, type FileRejection, useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '#domain/attachment.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { type Attachment, formatSize, readAttachment } from './attachment.ts'

type FileDropProps = {
  value: Attachment | null
  error: string | undefined
  onChange(file: Attachment | null): void
  onRefused(message: string): void
}

const CODES: readonly string[] = Object.values(ErrorCode)
function knownCode(code: string): ErrorCode {
  return (CODES.includes(code) ? code : ErrorCode.FileInvalidType) as ErrorCode
}

/** Where a file is dropped, pasted or chosen: one picture or PDF of at most 4 MB. */
export function FileDrop({ value, error, onChange, onRefused }: FileDropProps) {
  const { t } = useTranslation('support')
  const id = useId()

  /** One file, or none: which of several was meant is not guessed. */
  function take(files: File[], rejections: FileRejection[]) {
    if (files.length + rejections.length > 1) refuse(ErrorCode.TooManyFiles)
    else if (files[0]) void read(files[0])
    else refuse(rejections[0]?.errors[0]?.code ?? '')
  }

  const refuse = (code: string) => onRefused(t(`file.codes.${knownCode(code)}`))

  async function read(file: File) {
    try {
      onChange(await readAttachment(file))
    } catch {
      onRefused(t('file.unreadable'))
    }
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ATTACHMENT_TYPES,
    multiple: false,
    minSize: 1,
    maxSize: ATTACHMENT_MAX_BYTES,
    // Only the button opens the file picker; the area around it accepts dropped files.
    noClick: true,
    noKeyboard: true,
    onDrop: take,
    // Something other than a file was dropped, or the browser cannot read it.
    onError: () => onRefused(t('file.unreadable')),
  })

  const place = useFocusInPlace<HTMLFieldSetElement>(value !== null)

  return (
    <fieldset ref={place} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('file.label')}</legend>
      <div
        {...getRootProps({ tabIndex: undefined, role: undefined })}
        className={`relative rounded-control border border-dashed p-4 transition duration-150 ${isDragActive ? 'border-accent-text bg-line/50' : 'border-edge'}`}
      >
        <input {...getInputProps({ style: { display: 'none' } })} />
        {value ? (
          <AttachmentPreview file={value} onRemove={() => onChange(null)} />
        ) : (
          <div className="flex flex-col items-center gap-3 py-3 text-center">
            <p className="pointer-coarse:hidden text-muted text-sm">
              {isDragActive ? t('file.drop') : t('file.hint')}
            </p>
            {/* Nothing can be dragged with a finger: the whole zone is the button. */}
            <p className="hidden text-muted text-sm pointer-coarse:block">{t('file.touchHint')}</p>
            <Button
              look="secondary"
              className="after:absolute after:inset-0 pointer-fine:after:hidden"
              onClick={open}
              aria-describedby={error ? `${id}-note` : undefined}
            >
              {t('file.choose')}
            </Button>
          </div>
        )}
      </div>
      <p id={`${id}-note`} role="alert" className="text-loss text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

/** The chosen file, before it is sent. */
function AttachmentPreview({ file, onRemove }: { file: Attachment; onRemove(): void }) {
  const { t } = useTranslation('support')
  return (
    <div className="flex items-center gap-4">
      {file.isImage ? (
        <img
          src={file.dataUrl}
          alt={t('file.preview', { name: file.name })}
          className="size-20 shrink-0 rounded-control border border-line object-cover"
        />
      ) : (
        <span className="grid size-20 shrink-0 place-items-center rounded-control border border-line text-muted">
          <Icon name="statement" className="size-8" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate">{file.name}</p>
        <p className="figures text-muted text-sm">{formatSize(file.size, currentLanguage())}</p>
      </div>
      <IconButton label={t('file.remove', { name: file.name })} onClick={onRemove}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}

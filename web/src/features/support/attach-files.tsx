import { useId, useState } from 'react'
import { type ErrorCode, type FileRejection, useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '#domain/attachment.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatSize } from './attachment.ts'
import type { Upload, Uploads } from './use-uploads.ts'

/** The files that go with a message: chosen or dropped, each with how far it is and a way out. */
export function AttachFiles({ files }: { files: Uploads }) {
  const { t } = useTranslation('support')
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)

  function refuse(rejections: FileRejection[]) {
    const [first] = rejections
    const code = first?.errors[0]?.code as ErrorCode | undefined
    if (first && code)
      setRefused(t('attach.refused', { name: first.file.name, reason: t(`attach.codes.${code}`) }))
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ATTACHMENT_TYPES,
    minSize: 1,
    maxSize: ATTACHMENT_MAX_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: () => setRefused(null),
    onDropAccepted: (chosen) => {
      if (!files.add(chosen)) setRefused(t('attach.codes.too-many-files'))
    },
    onDropRejected: refuse,
    onError: () => setRefused(t('file.unreadable')),
  })
  return (
    <fieldset
      {...getRootProps({ tabIndex: undefined, role: undefined })}
      className={`min-w-0 rounded-control border border-dashed p-3 transition duration-150 ${isDragActive ? 'border-accent-text bg-line/50' : 'border-edge'}`}
    >
      <legend className="sr-only">{t('attach.label')}</legend>
      <input {...getInputProps({ style: { display: 'none' } })} aria-label={t('attach.label')} />
      {files.uploads.length > 0 && (
        <ul className="mb-3 flex flex-col gap-2">
          {files.uploads.map((upload) => (
            <UploadRow key={upload.uid} upload={upload} files={files} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="secondary"
          className="min-h-11 px-4 py-2 text-sm"
          disabled={files.isFull}
          aria-describedby={`${id}-hint ${id}-note`}
          onClick={open}
        >
          <Icon name="plus" className="size-4" />
          {t('attach.choose')}
        </Button>
        <p id={`${id}-hint`} className="min-w-0 flex-1 text-muted text-sm">
          {t('attach.hint')}
        </p>
      </div>
      <p id={`${id}-note`} role="alert" className="mt-2 text-loss text-sm empty:hidden">
        {refused}
      </p>
    </fieldset>
  )
}

function UploadRow({ upload, files }: { upload: Upload; files: Uploads }) {
  const { t } = useTranslation('support')
  const { uid, name, file, progress, state } = upload
  const hasFailed = state === 'failed' || state === 'refused'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <div className="min-w-0">
        <p className="truncate text-sm">{name}</p>
        <p role="status" className={`text-xs ${hasFailed ? 'text-loss' : 'text-muted'}`}>
          <span className="figures">{formatSize(file.size, currentLanguage())}</span> ·{' '}
          {t(`attach.states.${state}`)}
        </p>
        {state === 'sending' && (
          <progress
            aria-label={t('attach.progress', { name })}
            value={progress}
            className="mt-1 block h-1 w-full accent-accent"
          />
        )}
      </div>
      <div className="flex">
        {state === 'failed' && (
          <IconButton label={t('attach.retry', { name })} onClick={() => files.retry(upload)}>
            <Icon name="refresh" />
          </IconButton>
        )}
        <IconButton label={t('file.remove', { name })} onClick={() => files.remove(uid)}>
          <Icon name="close" />
        </IconButton>
      </div>
    </li>
  )
}

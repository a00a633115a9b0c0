import { lazy, Suspense, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PhotoEditorRef } from './photo-editor.tsx'
import { type PhotoFault, savePhoto } from './save-photo.ts'

const PhotoEditor = lazy(async () => ({ default: (await import('./photo-editor.tsx')).PhotoEditor }))

/** "Atualizar foto de perfil" — the editor's code is loaded when it is first opened. */
export function PhotoModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('people')
  return (
    <Modal open={open} onClose={onClose} title={t('photo.title')}>
      <PhotoForm onClose={onClose} />
    </Modal>
  )
}

function PhotoForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const { profile, changeProfile } = useSignedIn()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const editor = useRef<PhotoEditorRef>(null)
  const isNarrow = useIsNarrow()

  function choose(next: File | null) {
    setFile(next)
    setFault(next ? undefined : t('photo.notAPhoto'))
  }

  async function save() {
    const canvas = editor.current?.canvas()
    if (!file || !canvas) return setFault(t('photo.chooseFirst'))
    setBusy(true)
    try {
      await savePhoto({ file, canvas, previous: profile.photo_url }, (photo_url) =>
        changeProfile({ photo_url }),
      )
    } catch (error) {
      const { step, message } = error as PhotoFault
      toast.error(step === 'upload' ? t('photo.uploadFailed', { message }) : t('photo.failed'))
      setBusy(false)
      return
    }
    toast.success(t('photo.success'))
    onClose()
  }

  return (
    <>
      {file ? (
        <Suspense fallback={<Skeleton className="h-[26.5rem]" />}>
          <PhotoEditor
            key={`${file.name}${file.lastModified}${isNarrow}`}
            ref={editor}
            file={file}
            isNarrow={isNarrow}
            onBroken={() => choose(null)}
          />
        </Suspense>
      ) : (
        <p className="text-muted">{t('photo.hint')}</p>
      )}
      <PhotoInput chosen={file !== null} onChoose={choose} />
      <p role="alert" className="mt-3 text-loss text-sm empty:hidden">
        {fault}
      </p>
      <ModalActions>
        <Button busy={busy} onClick={() => void save()}>
          {t('photo.save')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </>
  )
}

const TYPES = ['image/jpeg', 'image/png']

/** "Escolher foto": one file, jpeg or png; any other file is reported as null. */
function PhotoInput({ chosen, onChoose }: { chosen: boolean; onChoose(file: File | null): void }) {
  const { t } = useTranslation('people')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={TYPES.join()}
        hidden
        aria-label={t('photo.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Choosing the same file again must count as a change.
          target.value = ''
          if (file) onChoose(TYPES.includes(file.type) ? file : null)
        }}
      />
      <Button look="secondary" className="mt-5 w-full" onClick={() => input.current?.click()}>
        {chosen ? t('photo.chooseAnother') : t('photo.choose')}
      </Button>
    </>
  )
}

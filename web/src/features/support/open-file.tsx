import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'

type OpenFileProps = {
  /** Under which it is saved. */
  name: string
  isImage: boolean
  /** What the button does, where its words alone do not say. */
  label: string
  read(): Promise<Blob>
  children: ReactNode
}

/**
 * A file, fetched only on request. A picture is shown as a picture and nothing else; a PDF can contain active content, so it
 * is downloaded and never opened here.
 */
export function OpenFile({ name, isImage, label, read, children }: OpenFileProps) {
  const { t } = useTranslation('support')
  const fetching = useMutation({
    mutationFn: read,
    onSuccess: (content) => {
      if (!isImage) saveFile(content, name)
    },
    onError: () => toast.error(t('attach.notOpened')),
  })
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-disabled={fetching.isPending || undefined}
        className="inline-flex min-h-11 min-w-0 max-w-full items-center gap-2 text-left aria-disabled:cursor-progress"
        onClick={() => !fetching.isPending && fetching.mutate()}
      >
        {children}
      </button>
      {isImage && fetching.data && <Picture content={fetching.data} name={name} onClose={fetching.reset} />}
    </>
  )
}

function Picture({ content, name, onClose }: { content: Blob; name: string; onClose(): void }) {
  const { t } = useTranslation('support')
  const address = URL.createObjectURL(content)
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <Modal open onClose={onClose} title={t('attach.picture')} size="medium">
      <img src={address} alt={name} className="mx-auto max-h-[60dvh] max-w-full rounded-control" />
      <p className="mt-3 text-center text-muted text-sm [overflow-wrap:anywhere]">{name}</p>
      <ModalActions>
        <Button look="secondary" onClick={() => saveFile(content, name)}>
          {t('attach.save')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

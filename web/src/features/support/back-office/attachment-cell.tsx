import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { download } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Modal } from '../../../ui/modal.tsx'

type Attached = Pick<AdminSupportWire, 'id' | 'file'> & { user: { email: string } }

/**
 * An attachment, fetched only on request. A picture is shown as a picture and nothing else; a PDF can contain
 * active content, so it is downloaded and never opened here.
 */
export function AttachmentCell({ request: { id, file, user } }: { request: Attached }) {
  const { t } = useTranslation('support-back-office')
  const { email } = user
  const picture = useMutation({
    mutationFn: async () =>
      URL.createObjectURL(await download('GET /admin/support/{id}/file', { params: { id } })),
    onError: () => toast.error(t('list.fileFailed')),
  })
  const document = useMutation({
    mutationFn: () => download('GET /admin/support/{id}/file', { params: { id } }),
    onSuccess: (content) => saveFile(content, t('list.fileName', { id })),
    onError: () => toast.error(t('list.fileFailed')),
  })
  const address = picture.data
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  if (!file) return <span className="text-muted">--</span>
  const fetching = file.isImage ? picture : document
  return (
    <>
      <button
        type="button"
        aria-label={t(file.isImage ? 'list.showImageOf' : 'list.downloadFileOf', { email })}
        aria-disabled={fetching.isPending || undefined}
        className="link min-h-11 whitespace-nowrap aria-disabled:cursor-progress"
        onClick={() => !fetching.isPending && fetching.mutate()}
      >
        {t(file.isImage ? 'list.showImage' : 'list.downloadFile')}
      </button>
      {address && (
        <Modal open onClose={picture.reset} title={t('list.imageTitle')} size="medium">
          <img
            src={address}
            alt={t('list.imageAlt', { email })}
            className="mx-auto max-h-[70dvh] max-w-full"
          />
        </Modal>
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { download } from '../../../lib/api.ts'
import { OpenFile } from '../open-file.tsx'

type Attached = Pick<AdminSupportWire, 'id' | 'file'> & { user: { email: string } }

/** The file that a request began with. */
export function AttachmentCell({ request: { id, file, user } }: { request: Attached }) {
  const { t } = useTranslation('support-back-office')
  const { email } = user
  if (!file) return <span className="text-muted">--</span>
  const { isImage, type } = file
  return (
    <OpenFile
      name={t('list.fileName', { id, ending: type.replace(/^.*\//, '') })}
      isImage={isImage}
      label={t(isImage ? 'list.showImageOf' : 'list.downloadFileOf', { email })}
      read={() => download('GET /admin/support/{id}/file', { params: { id } })}
    >
      <span className="link whitespace-nowrap">{t(isImage ? 'list.showImage' : 'list.downloadFile')}</span>
    </OpenFile>
  )
}

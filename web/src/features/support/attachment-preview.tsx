import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Attachment, formatSize } from './attachment.ts'

/** The chosen file, before it is sent. */
export function AttachmentPreview({ file, onRemove }: { file: Attachment; onRemove(): void }) {
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

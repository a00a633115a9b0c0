import { useTranslation } from 'react-i18next'
import type { AttachedWire } from '#server/product/support/contract.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatSize } from './attachment.ts'
import { OpenFile } from './open-file.tsx'

type SentFilesProps = { files: readonly AttachedWire[]; read(uid: string): Promise<Blob> }

/** What was sent with a message; nothing where that is nothing. */
export function SentFiles({ files, read }: SentFilesProps) {
  const { t } = useTranslation('support')
  if (files.length === 0) return null
  return (
    <ul className="mt-2 flex flex-col border-line border-t pt-1">
      {files.map(({ uid, name, size, isImage }) => (
        <li key={uid}>
          <OpenFile
            name={name}
            isImage={isImage}
            label={t(isImage ? 'attach.show' : 'attach.download', { name })}
            read={() => read(uid)}
          >
            <Icon name={isImage ? 'eye' : 'statement'} className="size-5 shrink-0 text-muted" />
            <span className="link min-w-0 truncate">{name}</span>
            <span className="figures shrink-0 text-muted text-sm">{formatSize(size, currentLanguage())}</span>
          </OpenFile>
        </li>
      ))}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import { isUnread, parseShare, WHOLE } from '#domain/split.ts'
import { formatShare } from '../lib/format-share.ts'

/** What the shares that are being written make together, and whether that is the whole. */
export function ShareTotal({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation('common')
  const total = texts.reduce((sum, text) => sum + (parseShare(text) ?? 0), 0)
  const unread = texts.some(isUnread)
  return (
    <p role="status" className="flex flex-wrap justify-between gap-x-4 border-line border-t pt-3 text-sm">
      <span>{t(unread ? 'shares.unread' : total === WHOLE ? 'shares.whole' : 'shares.notWhole')}</span>
      <strong className="figures font-semibold">{unread ? '--' : formatShare(total)}</strong>
    </p>
  )
}

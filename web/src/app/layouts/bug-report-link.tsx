import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { Icon } from '../../ui/icon.tsx'

/** A mailto link to support, with its subject filled in. */
export function BugReportLink() {
  const { t } = useTranslation('layout')
  const subject = encodeURIComponent(t('bugSubject'))
  return (
    <a
      href={`mailto:${config().supportEmail}?subject=${subject}`}
      className="flex min-h-12 items-center gap-3.5 rounded-control px-3.5 text-muted text-sm transition duration-150 hover:bg-line/50 hover:text-text"
    >
      <Icon name="bug" />
      {t('bug')}
    </a>
  )
}

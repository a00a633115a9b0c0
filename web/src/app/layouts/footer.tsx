import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import { legalPath } from '../../lib/paths.ts'

export function Footer() {
  const { t } = useTranslation(['layout', 'common'])
  const language = currentLanguage()
  return (
    <footer className="border-line border-t pb-[var(--dock)] text-muted text-sm">
      <div className="mx-auto flex max-w-6xl flex-col gap-3 px-4 py-6 sm:flex-row sm:items-center sm:justify-between sm:px-8">
        <p>{t('footer')}</p>
        <p className="flex gap-5">
          <a className="link py-1" href={legalPath('privacy', language)}>
            {t('common:privacyLabel')}
          </a>
          <a className="link py-1" href={legalPath('terms', language)}>
            {t('common:termsLabel')}
          </a>
        </p>
      </div>
    </footer>
  )
}

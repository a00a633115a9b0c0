import { useTranslation } from 'react-i18next'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'

/** Any unknown address of the back office, inside its layout. */
export function UnknownAdminScreen() {
  const { t } = useTranslation('back-office')
  return (
    <div className="flex flex-col items-start gap-6">
      <ScreenTitle>{t('nowhere.title')}</ScreenTitle>
      <p className="text-muted">{t('nowhere.text')}</p>
      <ButtonLink to={paths.adminDashboard}>{t('nowhere.back')}</ButtonLink>
    </div>
  )
}

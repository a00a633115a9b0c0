import { useTranslation } from 'react-i18next'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'

/** Any address of the back office that is none of ours, within its own walls. */
export function NowhereScreen() {
  const { t } = useTranslation('back-office')
  return (
    <div className="flex flex-col items-start gap-6">
      <ScreenTitle>{t('nowhere.title')}</ScreenTitle>
      <p className="text-muted">{t('nowhere.text')}</p>
      <ButtonLink to={paths.adminDashboard}>{t('nowhere.back')}</ButtonLink>
    </div>
  )
}

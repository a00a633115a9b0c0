import { useTranslation } from 'react-i18next'
import { May } from '../../../../back-office/office.tsx'
import { ScreenTitle } from '../../../../ui/screen-title.tsx'
import { Figures } from './figures.tsx'
import { Today } from './today.tsx'

/** `/admin/dashboard` — what waits, and for roles that see them the figures of the business. */
export function DashboardScreen() {
  const { t } = useTranslation('operations-back-office')
  return (
    <>
      <ScreenTitle>{t('dashboard.title')}</ScreenTitle>
      <Today />
      <May call="GET /admin/figures">
        <Figures />
      </May>
    </>
  )
}

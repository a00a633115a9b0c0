import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { OwnRequests } from './own-requests.tsx'
import { Questions } from './questions.tsx'
import { SupportForm } from './support-form.tsx'

/** `/support` — a form to ask support, and frequent questions beside it. */
export function SupportScreen() {
  const { t } = useTranslation('support')
  return (
    <>
      <ScreenTitle lead={t('lead')}>{t('title')}</ScreenTitle>
      <div className="grid grid-cols-1 items-start gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <SupportForm />
        <div className="flex flex-col gap-12">
          <OwnRequests />
          <Questions />
        </div>
      </div>
    </>
  )
}

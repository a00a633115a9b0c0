import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Disclosure, Disclosures } from '../../ui/disclosure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { OwnRequests } from './own-requests.tsx'
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

/** `perguntas frequentes` */
function Questions() {
  const { t } = useTranslation('support')
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title" className="section-title mb-4">
        {t('questions.title')}
      </h2>
      <Disclosures>
        <Disclosure title={t('questions.return.title')}>
          <p>{t('questions.return.text')}</p>
        </Disclosure>
        <Disclosure title={t('questions.cancel.title')}>
          <p>
            <Trans
              t={t}
              i18nKey="questions.cancel.text"
              components={{ shelfLink: <Link to={paths.shelf} className="link" /> }}
            />
          </p>
          <p className="mt-3">
            <Trans
              t={t}
              i18nKey="questions.cancel.data"
              components={{ securityLink: <Link to={paths.security} className="link" /> }}
            />
          </p>
        </Disclosure>
      </Disclosures>
    </section>
  )
}

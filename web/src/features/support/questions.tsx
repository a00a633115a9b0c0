import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Disclosure, Disclosures } from '../../ui/disclosure.tsx'

/** `perguntas frequentes` */
export function Questions() {
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

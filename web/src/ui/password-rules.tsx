import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, PASSWORD_RULES } from '#domain/password.ts'
import { Icon } from './icon.tsx'

/** The four rules of a password, each ticked as soon as what is typed satisfies it. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('sign-in')
  const broken = brokenPasswordRules(password)
  return (
    <ul aria-label={t('rules.label')} className="flex flex-col gap-1.5 text-sm">
      {PASSWORD_RULES.map((rule) => {
        const met = !broken.includes(rule)
        return (
          <li key={rule} className={`flex items-center gap-2 ${met ? 'text-live' : 'text-muted'}`}>
            <Icon name={met ? 'check' : 'dot'} className="size-4" />
            {t(`rules.${rule}`)}
            <span className="sr-only">({met ? t('rules.met') : t('rules.unmet')})</span>
          </li>
        )
      })}
    </ul>
  )
}

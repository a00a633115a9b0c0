import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { isCommonPassword } from '#domain/common-password.ts'
import { brokenPasswordRules, PASSWORD_RULES } from '#domain/password.ts'
import { Icon } from './icon.tsx'

/** The four rules of a password, each ticked as soon as what is typed satisfies it, and that it is none that anybody would try. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('sign-in')
  const broken = brokenPasswordRules(password)
  const isCommon = useIsCommon(password) && broken.length === 0
  return (
    <div className="flex flex-col gap-1.5 text-sm">
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
      <p role="status" className={isCommon ? 'text-loss' : 'text-muted'}>
        {t(isCommon ? 'rules.refused' : 'rules.uncommon')}
      </p>
    </div>
  )
}

/** Whether anybody would try it; the server knows more passwords than we can here. */
function useIsCommon(password: string): boolean {
  const [judge, setJudge] = useState<typeof isCommonPassword | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped) return
    // Its words are for those who are choosing a password.
    void import('#domain/common-password.ts').then((known) => setJudge(() => known.isCommonPassword))
  }, [isTyped])
  return judge?.(password) ?? false
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, PASSWORD_RULES, PASSWORD_SYMBOLS } from '#domain/password.ts'
import { isCommon } from '../lib/common-password.ts'
import { Icon } from './icon.tsx'

/** The four rules of a password, each ticked as soon as what is typed satisfies it, and that it is none that anybody would try. */
export function PasswordRules({ password, own }: { password: string; own: readonly string[] }) {
  const { t } = useTranslation('sign-in')
  const broken = brokenPasswordRules(password)
  const isRefused = useIsCommon(password, own) && broken.length === 0
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <ul aria-label={t('rules.label')} className="flex flex-col gap-1.5 text-sm">
        {PASSWORD_RULES.map((rule) => {
          const met = !broken.includes(rule)
          return (
            <li key={rule} className={`flex items-center gap-2 ${met ? 'text-live' : 'text-muted'}`}>
              <Icon name={met ? 'check' : 'dot'} className="size-4" />
              <span>
                {t(`rules.${rule}`)}
                {rule === 'symbol' && !met && (
                  <span className="block text-xs">{t('rules.symbols', { symbols: SPACED_SYMBOLS })}</span>
                )}
              </span>
              <span className="sr-only">({met ? t('rules.met') : t('rules.unmet')})</span>
            </li>
          )
        })}
      </ul>
      <p role="status" className={isRefused ? 'text-loss' : 'text-muted'}>
        {t(isRefused ? 'rules.refused' : 'rules.uncommon')}
      </p>
    </div>
  )
}

const SPACED_SYMBOLS = [...PASSWORD_SYMBOLS].join(' ')

function useIsCommon(password: string, own: readonly string[]): boolean {
  const [judged, setJudged] = useState({ password: '', isCommon: false })
  const known = own.join(' ')
  useEffect(() => {
    if (password === '') return
    let isOver = false
    void isCommon(password, known.split(' ')).then((verdict) => {
      if (!isOver) setJudged({ password, isCommon: verdict })
    })
    return () => {
      isOver = true
    }
  }, [password, known])
  return judged.isCommon && judged.password === password
}

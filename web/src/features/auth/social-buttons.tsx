import { useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { enabledProviders, type SocialProvider, signInWith } from './api.ts'

const FAILED = { google: 'login.googleFailed', facebook: 'login.facebookFailed' } as const

/** One button for each social provider that the server has switched on. */
export function SocialButtons() {
  const { t } = useTranslation('auth')
  const [providers, setProviders] = useState<SocialProvider[]>([])

  useEffect(() => {
    let here = true
    enabledProviders().then(
      (enabled) => here && setProviders(enabled),
      // Without the list there is still the form above.
      () => here && setProviders([]),
    )
    return () => {
      here = false
    }
  }, [])

  if (providers.length === 0) return null
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-4 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('login.or')}
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          look="secondary"
          onClick={async () => {
            if (!(await signInWith(provider))) toast.error(t(FAILED[provider]))
          }}
        >
          {t(`login.${provider}`)}
        </Button>
      ))}
    </div>
  )
}

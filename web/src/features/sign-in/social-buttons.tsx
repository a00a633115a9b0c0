import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { SOCIAL_FAILURES } from '../../lib/social.ts'
import { Button } from '../../ui/button.tsx'
import { signInWith } from './api.ts'

/** One button for each social provider that the server has enabled. */
export function SocialButtons() {
  const { t } = useTranslation('sign-in')
  const providers = config().socialProviders
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
            if (!(await signInWith(provider))) toast.error(t(SOCIAL_FAILURES[provider]))
          }}
        >
          {t(`login.${provider}`)}
        </Button>
      ))}
    </div>
  )
}

import type { User, UserIdentity } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { isUnprovenChange } from '../../../lib/auth-door.ts'
import { config, type SocialProvider } from '../../../lib/config.ts'
import { PROVIDER_NAMES } from '../../../lib/social.ts'
import { Button } from '../../../ui/button.tsx'
import { accountQuery, linkProvider, unlinkIdentity } from './api.ts'
import { ConfirmModal } from './confirm-modal.tsx'
import { Line, Lines, Section } from './section.tsx'

/** The account's sign-in methods; at least one has to remain. */
export function IdentitySection({ user }: { user: User }) {
  const { t } = useTranslation('people-security')
  const cache = useQueryClient()
  const [removing, setRemoving] = useState<UserIdentity | null>(null)
  const identities = user.identities ?? []
  const nameOf = (provider: string) =>
    provider === 'email'
      ? t('identity.email')
      : (PROVIDER_NAMES[provider as SocialProvider] ??
        provider.replace(/^./, (letter) => letter.toUpperCase()))
  const linkable = config().socialProviders.filter(
    (name) => !identities.some(({ provider }) => provider === name),
  )

  return (
    <Section title={t('identity.title')} lead={t('identity.lead')}>
      <Lines label={t('identity.title')}>
        {identities.map((identity) => (
          <Line
            key={identity.identity_id}
            title={nameOf(identity.provider)}
            note={String(identity.identity_data?.email ?? '')}
            action={
              identities.length > 1 &&
              identity.provider !== 'email' && (
                <Button look="quiet" onClick={() => setRemoving(identity)}>
                  {t('identity.remove')}
                  <span className="sr-only">{nameOf(identity.provider)}</span>
                </Button>
              )
            }
          />
        ))}
        {linkable.map((provider) => (
          <Line
            key={provider}
            title={nameOf(provider)}
            note={t('identity.notLinked')}
            action={
              <Button
                look="quiet"
                onClick={() =>
                  void linkProvider(provider).catch(
                    (fault) => isUnprovenChange(fault) || toast.error(t('failed')),
                  )
                }
              >
                {t('identity.link')}
                <span className="sr-only">{nameOf(provider)}</span>
              </Button>
            }
          />
        ))}
      </Lines>
      <ConfirmModal
        open={removing !== null}
        title={t('identity.removeTitle')}
        text={t('identity.removeText', { provider: nameOf(removing?.provider ?? 'email') })}
        confirm={t('identity.remove')}
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (removing) await unlinkIdentity(removing.identity_id)
          await cache.invalidateQueries(accountQuery)
        }}
      />
    </Section>
  )
}

import type { Factor, User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatTokenMoment } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { keys } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { recoveryQuery, removeApp } from './api.ts'
import { AppModal } from './app-modal.tsx'
import { ConfirmModal } from './confirm-modal.tsx'
import { RecoveryModal } from './recovery-modal.tsx'
import { Line, Lines, Section } from './section.tsx'

type FactorSectionProps = {
  user: User
  /** The first app works, and its recovery codes have been shown. */
  onSecured(): void
}

/** The second factor: authenticator apps, and recovery codes. */
export function FactorSection({ user, onSecured }: FactorSectionProps) {
  const { t } = useTranslation('people-security')
  const cache = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [making, setMaking] = useState(false)
  /** The codes being shown belong to the first app. */
  const isFirst = useRef(false)
  const [removing, setRemoving] = useState<Factor | null>(null)
  const apps = user.factors?.filter(({ status }) => status === 'verified') ?? []
  const recovery = useQuery({ ...recoveryQuery, enabled: apps.length > 0 })
  const refresh = () => cache.invalidateQueries({ queryKey: keys.security })

  return (
    <Section title={t('factor.title')} lead={t('factor.lead')}>
      {apps.length > 0 && (
        <Apps
          apps={apps}
          codesLeft={recovery.data}
          onRemove={setRemoving}
          onMakeCodes={() => setMaking(true)}
        />
      )}
      <Button
        look={apps.length > 0 ? 'secondary' : 'primary'}
        className={apps.length > 0 ? 'mt-5' : ''}
        onClick={() => setAdding(true)}
      >
        {apps.length > 0 ? t('factor.another') : t('factor.add')}
      </Button>
      <AppModal
        open={adding}
        taken={apps.map(({ friendly_name: name }) => name ?? '')}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false)
          // Codes come with the first app: without them a lost phone is a lost account.
          isFirst.current = apps.length === 0
          if (isFirst.current) setMaking(true)
          toast.success(t('factor.added'))
          void refresh()
        }}
      />
      <RecoveryModal
        open={making}
        onClose={() => {
          setMaking(false)
          void refresh()
          if (isFirst.current) onSecured()
          isFirst.current = false
        }}
      />
      <ConfirmModal
        open={removing !== null}
        title={t('factor.removeTitle')}
        text={apps.length > 1 ? t('factor.removeText') : t('factor.removeLastText')}
        confirm={t('factor.remove')}
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (removing) await removeApp(removing.id)
          toast.success(t('factor.removed'))
          await refresh()
        }}
      />
    </Section>
  )
}

type AppsProps = {
  apps: readonly Factor[]
  /** Undefined while it is not known. */
  codesLeft: number | undefined
  onRemove(app: Factor): void
  onMakeCodes(): void
}

function Apps({ apps, codesLeft, onRemove, onMakeCodes }: AppsProps) {
  const { t } = useTranslation('people-security')
  return (
    <Lines label={t('factor.apps')}>
      {apps.map((app) => (
        <Line
          key={app.id}
          title={app.friendly_name || t('factor.app')}
          note={t('factor.since', { date: formatTokenMoment(app.created_at, currentLanguage()) })}
          action={
            <Button look="quiet" onClick={() => onRemove(app)}>
              {t('factor.remove')}
              <span className="sr-only">{app.friendly_name || t('factor.app')}</span>
            </Button>
          }
        />
      ))}
      <Line
        title={t('factor.codes')}
        note={codesLeft === undefined ? ' ' : t('factor.codesLeft', { count: codesLeft })}
        action={
          <Button look="quiet" onClick={onMakeCodes}>
            {codesLeft ? t('factor.newCodes') : t('factor.makeCodes')}
          </Button>
        }
      />
    </Lines>
  )
}

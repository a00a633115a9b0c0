import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { unlockInWords } from '../../../lib/period.ts'
import { tokensQuery } from '../../../lib/tokens.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { OnboardingPicture } from './onboarding-picture.tsx'

const STEPS = ['welcome', 'listen', 'firstLot', 'auction', 'winning', 'shelf'] as const
const LINKS = { winning: paths.shelf, shelf: paths.dashboard } as const

/** Six steps, on the first visit only, each with its picture. */
export function OnboardingModal() {
  const { t } = useTranslation('projects-dashboard')
  const { profile, changeProfile } = useSignedIn()
  const [closed, setClosed] = useState(false)
  const [isFirst] = useState(profile.first_access)
  // Whoever was given an hour listens first: the steps wait until there is none.
  const tokens = useInfiniteQuery({ ...tokensQuery, enabled: isFirst })
  const isFree =
    tokens.data?.pages.every(({ data }) => data.every(({ status }) => status !== 'minted')) ?? false
  const open = isFirst && isFree && !closed
  const [index, setIndex] = useState(0)
  const step = STEPS[index] ?? 'welcome'
  const last = index === STEPS.length - 1

  useEffect(() => {
    if (!profile.first_access || !open) return
    // If that cannot be saved, the steps are simply shown again next time.
    changeProfile({ first_access: false }).catch(() => undefined)
  }, [profile.first_access, open, changeProfile])

  const close = () => setClosed(true)
  return (
    <Modal open={open} onClose={close} title={t('onboarding.step', { step: index + 1, total: STEPS.length })}>
      <div className="flex flex-col items-center gap-5 text-center" aria-live="polite">
        <OnboardingPicture step={step} />
        <h3 className="name text-2xl">{t(`onboarding.${step}.title`)}</h3>
        <p className="min-h-[4.5em] max-w-[38ch] text-muted">
          {t(`onboarding.${step}.text`, { unlock: unlockInWords() })}
        </p>
        {(step === 'winning' || step === 'shelf') && (
          <Link to={LINKS[step]} onClick={close} className="link min-h-11">
            {t(`onboarding.${step}.link`)}
          </Link>
        )}
      </div>
      <ModalActions>
        <Button className="sm:flex-1" onClick={() => (last ? close() : setIndex(index + 1))}>
          {last ? t('onboarding.finish') : t('onboarding.next')}
        </Button>
        {index > 0 && (
          <Button look="secondary" className="sm:flex-1" onClick={() => setIndex(index - 1)}>
            {t('onboarding.previous')}
          </Button>
        )}
        {!last && (
          <Button look="quiet" onClick={close}>
            {t('onboarding.skip')}
          </Button>
        )}
      </ModalActions>
    </Modal>
  )
}

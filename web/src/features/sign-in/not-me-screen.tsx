import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import type { SocialProvider } from '../../lib/config.ts'
import { formatMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { PROVIDER_NAMES } from '../../lib/social.ts'
import { useSession } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { InactiveAccount } from '../../ui/inactive-account.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthPanel } from './auth-panel.tsx'
import { takeBack, type Undoable, type UndoOutcome, useOffered } from './not-me.ts'

/**
 * `/not-me` — where "it was not me" in a notice leads: says what will happen, and does it when the button is pressed. Opening it
 * changes nothing, since programs open the links in mails (docs/decisions/016-mailed-links.md).
 */
export function NotMeScreen() {
  const { t } = useTranslation('sign-in')
  const token = useLocation().hash.slice(1)
  const { offered, read } = useOffered(token)
  const [outcome, setOutcome] = useState<UndoOutcome | null>(null)
  const isDead = offered === 'dead' || outcome === 'dead'
  return (
    <AuthPanel title={t('notMe.title')} footer={<WayOn isDead={isDead} />}>
      <div className="flex flex-col gap-5">
        {isDead ? (
          <Notice tone="loss">
            <strong className="block">{t('reset.invalidToken')}</strong>
            {t('notMe.dead')}
          </Notice>
        ) : offered === 'unanswered' ? (
          <>
            <Notice tone="loss">{t('link.unanswered')}</Notice>
            <Button onClick={read}>{t('notMe.again')}</Button>
          </>
        ) : offered === 'reading' ? (
          <Loader />
        ) : (
          <Question token={token} change={offered} outcome={outcome} onOutcome={setOutcome} />
        )}
      </div>
    </AuthPanel>
  )
}

type QuestionProps = {
  token: string
  change: Undoable
  outcome: UndoOutcome | null
  onOutcome(outcome: UndoOutcome): void
}

function Question({ token, change, outcome, onOutcome }: QuestionProps) {
  const { t } = useTranslation('sign-in')
  const { state } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { kind } = change
  const provider = PROVIDER_NAMES[change.provider as SocialProvider] ?? change.provider ?? ''
  const signedInAs = 'user' in state ? state.user.email : null

  async function press() {
    setBusy(true)
    const found = await takeBack(token)
    setBusy(false)
    if (found === 'done') {
      toast.success(t('notMe.done'))
      navigate(paths.resetPassword, { replace: true })
    } else onOutcome(found)
  }

  return (
    <>
      <p>
        {t(`notMe.${kind}.what`, {
          provider,
          date: formatMoment(change.created_at, currentLanguage()),
        })}
      </p>
      <div>
        <p className="font-medium">{t('notMe.willHappen')}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
          <li>{t(`notMe.${kind}.removed`, { provider })}</li>
          <li>{t('notMe.sessions')}</li>
          <li>{t('notMe.password')}</li>
        </ul>
      </div>
      {signedInAs && <Notice>{t('link.otherAccount', { email: signedInAs })}</Notice>}
      <Refused outcome={outcome} />
      <Button busy={busy} onClick={() => void press()}>
        {t('notMe.submit')}
      </Button>
      <p className="text-muted text-sm">{t('notMe.wasMe')}</p>
    </>
  )
}

function Refused({ outcome }: { outcome: UndoOutcome | null }) {
  const { t } = useTranslation('sign-in')
  if (outcome === null) return null
  return (
    <Notice tone="loss">
      {outcome === 'inactive' ? (
        <InactiveAccount />
      ) : (
        t(outcome === 'too-many' ? 'link.tooMany' : 'link.unanswered')
      )}
    </Notice>
  )
}

function WayOn({ isDead }: { isDead: boolean }) {
  const { t } = useTranslation('sign-in')
  return (
    <Link to={isDead ? paths.forgotPassword : paths.login} className="link">
      {t(isDead ? 'notMe.newPassword' : 'link.login')}
    </Link>
  )
}

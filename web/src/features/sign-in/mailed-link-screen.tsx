import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { InactiveAccount } from '../../ui/inactive-account.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountPassword } from './account-password.tsx'
import { AuthPanel } from './auth-panel.tsx'
import {
  type AccountKnowledge,
  followMailedLink,
  type LinkOutcome,
  type LinkType,
  type MailedLink,
  readMailedLink,
} from './mailed-link.ts'

/** Where people with a dead link of each type can continue. */
const WAY_ON: Record<LinkType, { path: string; text: 'login' | 'anotherLink' | 'security' }> = {
  signup: { path: paths.login, text: 'login' },
  invite: { path: paths.login, text: 'login' },
  magiclink: { path: paths.login, text: 'login' },
  recovery: { path: paths.forgotPassword, text: 'anotherLink' },
  email_change: { path: paths.security, text: 'security' },
}

/**
 * `/link` — where every mailed link leads. Only the button uses the link up, not opening it: mail scanners and
 * previews open every link in a mail (docs/decisions/016-mailed-links.md).
 */
export function MailedLinkScreen() {
  // Another link opened in the same tab changes only the fragment.
  const { hash } = useLocation()
  return <LinkPanel key={hash} link={readMailedLink(hash, location.origin)} />
}

function LinkPanel({ link }: { link: MailedLink | null }) {
  const { t } = useTranslation('sign-in')
  const { state } = useSession()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<LinkOutcome | null>(link ? null : 'dead')
  const [asksPassword, setAsksPassword] = useState(false)
  const [busy, setBusy] = useState(false)
  const type = link?.type ?? 'magiclink'
  const what = type === 'email_change' ? type : 'signup'
  const signedInAs = 'user' in state ? state.user.email : null

  async function follow(known: AccountKnowledge) {
    if (!link) return
    setBusy(true)
    const followed = await followMailedLink(link, known)
    setBusy(false)
    setOutcome(followed)
    if (followed === 'password-needed') setAsksPassword(true)
    // Where it leads, a second factor may stand in front: it is said here.
    if (followed === 'signed-in' && type === 'email_change')
      toast.success(t('emailChange.done'), { id: 'link', duration: 8000 })
    if (followed === 'signed-in') navigate(link.target, { replace: true })
    if (followed === 'password-dropped') navigate(paths.resetPassword, { replace: true })
  }

  const mayPress = outcome !== 'dead' && outcome !== 'half' && outcome !== 'inactive'
  const lead = asksPassword ? t(`link.password.${what}.lead`) : t(`link.${type}.lead`)
  // Another link would say the same of an account that is shut: the notice leads to support.
  const ownWay = outcome === 'inactive' ? WAY_ON.magiclink : WAY_ON[type]
  const wayOn = signedInAs ? ({ path: paths.dashboard, text: 'dashboard' } as const) : ownWay
  return (
    <AuthPanel
      title={t(`link.${type}.title`)}
      lead={mayPress ? lead : undefined}
      footer={
        <Link to={wayOn.path} className="link">
          {t(`link.${wayOn.text}`)}
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        <Outcome outcome={outcome} type={type} />
        {mayPress && signedInAs && type !== 'email_change' && (
          <Notice>{t('link.otherAccount', { email: signedInAs })}</Notice>
        )}
        {mayPress && asksPassword && (
          <AccountPassword
            what={what}
            isWrong={outcome === 'password-wrong'}
            busy={busy}
            onPassword={(password) => void follow({ password })}
            onForgotten={() => void follow('forgotten')}
          />
        )}
        {mayPress && !asksPassword && (
          <Button busy={busy} onClick={() => void follow('unasked')}>
            {t(`link.${type}.submit`)}
          </Button>
        )}
      </div>
    </AuthPanel>
  )
}

/** What came of the press, where there is something to say. */
function Outcome({ outcome, type }: { outcome: LinkOutcome | null; type: LinkType }) {
  const { t } = useTranslation('sign-in')
  switch (outcome) {
    case 'half':
      return <Notice>{t('emailChange.oneLeft')}</Notice>
    case 'dead':
      return (
        <Notice tone="loss">
          <strong className="block">{t('reset.invalidToken')}</strong>
          {t(`link.${type}.dead`)}
        </Notice>
      )
    case 'inactive':
      return (
        <Notice tone="loss">
          <InactiveAccount />
        </Notice>
      )
    case 'too-many':
      return <Notice tone="loss">{t('link.tooMany')}</Notice>
    case 'unanswered':
      return <Notice tone="loss">{t('link.unanswered')}</Notice>
    default:
      return null
  }
}

import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { useSession } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sendFactorCode, sendRecoveryCode } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'

/** `/second-factor` — the second step of a sign-in. Success needs no navigation: the guards see it and redirect. */
export function SecondFactorScreen() {
  const { t } = useTranslation(['sign-in', 'common'])
  const { signOut } = useSession()
  const [byRecovery, setByRecovery] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code')).trim()
    const problem = await problemWith(code)
    setError(problem)
    if (problem) form.querySelector('input')?.focus()
  }

  async function problemWith(code: string): Promise<string | undefined> {
    if (code === '') return t('common:required')
    if (!byRecovery && !/^\d{6}$/.test(code.replaceAll(' ', ''))) return t('secondFactor.codeShape')
    setBusy(true)
    try {
      if (byRecovery) return (await sendRecoveryCode(code)) ? undefined : t('secondFactor.recoveryWrong')
      return (await sendFactorCode(code.replaceAll(' ', ''))) ? undefined : t('secondFactor.wrong')
    } catch {
      return t('secondFactor.failed')
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthPanel
      title={t('secondFactor.title')}
      lead={byRecovery ? t('secondFactor.recoveryLead') : t('secondFactor.lead')}
      footer={
        <button type="button" className="link min-h-11 px-3" onClick={() => void signOut()}>
          {t('secondFactor.signOut')}
        </button>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <CodeField byRecovery={byRecovery} error={error} />
        <Button type="submit" busy={busy}>
          {t('secondFactor.submit')}
        </Button>
        <button
          type="button"
          className="link mx-auto min-h-11 px-3 text-sm"
          onClick={() => {
            setByRecovery(!byRecovery)
            setError(undefined)
          }}
        >
          {byRecovery ? t('secondFactor.useApp') : t('secondFactor.useRecovery')}
        </button>
        <p className="text-muted text-sm">
          {t('secondFactor.lost')}{' '}
          <a className="link" href={`mailto:${config().supportEmail}`}>
            {t('login.writeToSupport')}
          </a>
        </p>
      </form>
    </AuthPanel>
  )
}

function CodeField({ byRecovery, error }: { byRecovery: boolean; error: string | undefined }) {
  const { t } = useTranslation('sign-in')
  if (byRecovery) {
    return (
      <TextField
        key="recovery"
        name="code"
        label={t('secondFactor.recoveryCode')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={error}
      />
    )
  }
  return (
    <TextField
      key="app"
      name="code"
      label={t('secondFactor.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      error={error}
    />
  )
}

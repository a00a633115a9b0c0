import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Confirmed } from '../../lib/proof.ts'
import { Button } from '../../ui/button.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { give, mailCode, type Proof, proofsOfAccount } from './api.ts'

type ProofProps = { confirmed: Confirmed | null; onProven(): void; onClose(): void }

/** One field: the password, a mailed code, or what the second factor shows. */
export function ProofModal(props: ProofProps) {
  const { t } = useTranslation('people-security')
  const { confirmed, onClose } = props
  return (
    <Modal open onClose={onClose} title={confirmed?.title ?? t('proof.title')}>
      {confirmed && <div className="mb-6 border-line border-b pb-6">{confirmed.content}</div>}
      <Proofs {...props} />
    </Modal>
  )
}

function Proofs(props: ProofProps) {
  const { t } = useTranslation(['people-security', 'common'])
  const [proofs, setProofs] = useState<Proof[] | 'unknown' | null>(null)

  useEffect(() => {
    proofsOfAccount().then(setProofs, () => setProofs('unknown'))
  }, [])

  if (proofs === null) return <Loader />
  if (proofs === 'unknown') return <Notice tone="loss">{t('proof.failed')}</Notice>
  return <Steps proofs={proofs} {...props} />
}

function Steps({ proofs, confirmed, onProven, onClose }: ProofProps & { proofs: Proof[] }) {
  const { t } = useTranslation(['people-security', 'common'])
  const [proof, setProof] = useState<Proof>(proofs[0] ?? 'mail')
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const other = proofs.find((each) => each !== proof)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A dialog is inside the screen it was opened from, as far as React's events are concerned.
    event.stopPropagation()
    const form = event.currentTarget
    const secret = String(new FormData(form).get('secret'))
    setBusy(true)
    const fault = secret.trim() === '' ? 'missing' : await give(proof, secret)
    setBusy(false)
    if (!fault) return onProven()
    setError(
      fault === 'missing' ? t('common:required') : t(`proof.${fault === 'wrong' ? wrong[proof] : fault}`),
    )
    form.querySelector('input')?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>{t(`proof.lead.${proof}`)}</p>
      {proof === 'mail' && <MailButton />}
      <Secret key={proof} proof={proof} error={error} />
      {other && (
        <button
          type="button"
          className="link min-h-11 self-start text-sm"
          onClick={() => {
            setProof(other)
            setError(undefined)
          }}
        >
          {t(`proof.use.${other}`)}
        </button>
      )}
      <ModalActions>
        <Button type="submit" busy={busy}>
          {confirmed?.submit ?? t('proof.submit')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </form>
  )
}

const wrong = {
  app: 'wrongCode',
  recovery: 'wrongCode',
  password: 'wrongPassword',
  mail: 'wrongCode',
} as const

function Secret({ proof, error }: { proof: Proof; error: string | undefined }) {
  const { t } = useTranslation('people-security')
  const label = t(`proof.field.${proof}`)
  if (proof === 'password') {
    return (
      <PasswordField name="secret" label={label} autoComplete="current-password" error={error} autoFocus />
    )
  }
  const isRecovery = proof === 'recovery'
  return (
    <TextField
      name="secret"
      label={label}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={isRecovery ? 40 : 9}
      error={error}
      autoFocus
    />
  )
}

/** The code is sent when it is asked for, and not because a dialog has opened. */
function MailButton() {
  const { t } = useTranslation('people-security')
  const [state, setState] = useState<'unsent' | 'sending' | 'sent' | 'tooSoon' | 'failed'>('unsent')
  const problem = state === 'tooSoon' ? t('tooSoon') : state === 'failed' ? t('failed') : null
  return (
    <>
      <Button
        look="secondary"
        busy={state === 'sending'}
        onClick={async () => {
          setState('sending')
          setState((await mailCode().catch(() => 'failed' as const)) ?? 'sent')
        }}
      >
        {state === 'sent' ? t('password.mailAgain') : t('password.mail')}
      </Button>
      <div role="status" className="empty:hidden">
        {state === 'sent' && <Notice>{t('password.mailed')}</Notice>}
        {problem && <Notice tone="loss">{problem}</Notice>}
      </div>
    </>
  )
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnprovenChange } from '../../../lib/auth-door.ts'
import { config } from '../../../lib/config.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { confirmApp, type Enrolment, enrollApp } from './api.ts'

type AppModalProps = { open: boolean; taken: string[]; onAdded(): void; onClose(): void }

/** Enrols an authenticator app: a name, the QR code to scan, and a code to prove that it worked. */
export function AppModal(props: AppModalProps) {
  const { t } = useTranslation(['people-security', 'sign-in'])
  return (
    <Modal open={props.open} onClose={props.onClose} title={t('app.title')}>
      {/* Mounted only while open, so that it starts afresh every time. */}
      <Steps {...props} />
    </Modal>
  )
}

function Steps({ taken, onAdded, onClose }: AppModalProps) {
  const { t } = useTranslation(['people-security', 'sign-in', 'common'])
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  // At a keyboard each step begins in its field; on a phone that would cover what is to be read first.
  useEffect(() => {
    if (enrolment && matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus()
  }, [enrolment])

  async function begin(name: string): Promise<string | undefined> {
    if (name === '') return t('common:required')
    if (taken.includes(name)) return t('app.nameTaken')
    setEnrolment(await enrollApp(config().productName, name))
    return undefined
  }

  async function finish(started: Enrolment, code: string): Promise<string | undefined> {
    if (!/^\d{6}$/.test(code)) return t('sign-in:secondFactor.codeShape')
    if (!(await confirmApp(started.id, code))) return t('sign-in:secondFactor.wrong')
    onAdded()
    return undefined
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = String(new FormData(form).get('typed')).trim()
    setBusy(true)
    const problem = await (enrolment ? finish(enrolment, typed.replaceAll(' ', '')) : begin(typed)).catch(
      (fault) => (isUnprovenChange(fault) ? undefined : t('failed')),
    )
    setBusy(false)
    setError(problem)
    if (problem) form.querySelector('input')?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {enrolment ? (
        <Scan enrolment={enrolment} error={error} />
      ) : (
        <>
          {taken.length === 0 && <Notice>{t('app.endsOthers')}</Notice>}
          <TextField
            key="name"
            name="typed"
            label={t('app.name')}
            hint={t('app.nameHint')}
            defaultValue={taken.length === 0 ? t('app.firstName') : ''}
            maxLength={40}
            error={error}
          />
        </>
      )}
      <ModalActions>
        <Button type="submit" busy={busy}>
          {enrolment ? t('app.confirm') : t('app.next')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </form>
  )
}

/** The QR code, the same secret as text, and the field for the app's code. */
function Scan({ enrolment, error }: { enrolment: Enrolment; error: string | undefined }) {
  const { t } = useTranslation('people-security')
  return (
    <>
      <p className="pointer-coarse:hidden">{t('app.scan')}</p>
      {/* A phone cannot point its camera at itself: there the app is opened, and the picture is for another device. */}
      <div className="hidden flex-col gap-3 pointer-coarse:flex">
        <p>{t('app.here')}</p>
        <a
          href={enrolment.uri}
          className="inline-flex min-h-12 items-center justify-center rounded-control border border-edge px-6 font-semibold"
        >
          {t('app.open')}
        </a>
      </div>
      {/* Scanners need dark squares on white, whatever the theme. */}
      <img
        src={enrolment.picture}
        alt={t('app.picture')}
        width={208}
        height={208}
        className="self-center rounded-cover bg-white p-3"
      />
      <Notice>
        <span className="pointer-coarse:hidden">{t('app.byHand')}</span>
        <span className="hidden pointer-coarse:inline">{t('app.byHandHere')}</span>
        <code className="figures mt-1 block select-all break-words text-text">
          {enrolment.secret.replace(/(.{4})/g, '$1 ').trim()}
        </code>
        <button
          type="button"
          className="link mt-1 inline-flex min-h-11 items-center text-text"
          onClick={() =>
            void copyText(enrolment.secret, { copied: t('app.copied'), failed: t('app.copyFailed') })
          }
        >
          {t('app.copy')}
        </button>
      </Notice>
      <TextField
        key="code"
        name="typed"
        label={t('app.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        error={error}
      />
    </>
  )
}

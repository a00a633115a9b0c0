import { type ComponentProps, useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { currentLanguage } from '../lib/i18n.ts'
import { legalPath } from '../lib/paths.ts'
import { ErrorNote } from './error-note.tsx'
import { Icon } from './icon.tsx'

type TermsFieldProps = Omit<ComponentProps<'input'>, 'type'> & { error?: string | undefined }

/** The checkbox for the terms, with links to the two documents. */
export function TermsField({ error, ...input }: TermsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const language = currentLanguage()
  const newTab = { target: '_blank', rel: 'noreferrer', className: 'link' }
  return (
    <div>
      <div className="-ml-2.5 flex items-start gap-1">
        <span className="relative grid size-11 shrink-0 place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer size-6 cursor-pointer appearance-none rounded-tick border border-edge bg-ink transition duration-150 before:absolute before:inset-0 checked:border-accent checked:bg-accent aria-invalid:border-loss"
          />
          <Icon
            name="check"
            className="pointer-events-none absolute size-4 text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        <label htmlFor={id} className="py-2.5 text-sm">
          <Trans
            t={t}
            i18nKey="terms"
            components={{
              termsLink: <a href={legalPath('terms', language)} {...newTab} />,
              privacyLink: <a href={legalPath('privacy', language)} {...newTab} />,
            }}
          />
        </label>
      </div>
      {error && <ErrorNote id={`${id}-error`}>{error}</ErrorNote>}
    </div>
  )
}

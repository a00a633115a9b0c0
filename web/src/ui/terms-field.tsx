import { type ComponentProps, useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { currentLanguage } from '../lib/i18n.ts'
import { legalPath } from '../lib/paths.ts'

type TermsFieldProps = Omit<ComponentProps<'input'>, 'type'> & { error?: string | undefined }

/** The checkbox for the terms, with links to the two documents. */
export function TermsField({ error, ...input }: TermsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const language = currentLanguage()
  const newTab = { target: '_blank', rel: 'noreferrer', className: 'link' }
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5 size-6 shrink-0 accent-accent"
        />
        <label htmlFor={id} className="pt-0.5 text-sm">
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
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-loss">
          {error}
        </p>
      )}
    </div>
  )
}

import { CardCvcElement, CardExpiryElement, CardNumberElement, useElements } from '@stripe/react-stripe-js'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../../../lib/theme.ts'
import { type CardField, type CardState, cardAfter } from './card-state.ts'

type CardFieldsProps = {
  card: CardState
  /** Called with each change as an updater, since autofill changes all three fields at once. */
  onChange(step: (card: CardState) => CardState): void
  /** Set after the first attempt to send: empty fields then show an error too. */
  strict: boolean
}

/** Number, expiry and security code, each in one of the card processor's frames. */
export function CardFields({ card, onChange, strict }: CardFieldsProps) {
  const { t } = useTranslation(['payments', 'declines'])
  const elements = useElements()
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme.
  const options = useMemo(() => ({ style: frameStyle() }), [theme])

  function field(name: CardField, label: string, element: ReactNode, focus: () => void) {
    const { complete, fault } = card[name]
    const error = fault ? t(fault) : strict && !complete ? t('card.incomplete') : null
    return (
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {/* A label cannot be tied to an input inside a frame, so a press on the text focuses the field. */}
        <button type="button" tabIndex={-1} aria-hidden="true" onClick={focus} className="text-left text-sm">
          <span className="font-medium">{label}</span>
        </button>
        <div
          className={`min-h-12 rounded-control border bg-ink px-3.5 py-3 transition duration-150 has-[.StripeElement--focus]:border-accent-text has-[.StripeElement--focus]:ring-1 has-[.StripeElement--focus]:ring-accent-text ${error ? 'border-loss' : 'border-edge'}`}
        >
          {element}
        </div>
        {error && (
          <p role="alert" className="text-loss text-sm">
            {error}
          </p>
        )}
      </div>
    )
  }

  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="sr-only">{t('card.legend')}</legend>
      {field(
        'number',
        t('card.number'),
        <CardNumberElement
          options={{ ...options, showIcon: true }}
          onChange={(change) => onChange((known) => cardAfter(known, 'number', change))}
        />,
        () => elements?.getElement(CardNumberElement)?.focus(),
      )}
      <div className="flex gap-4">
        {field(
          'expiry',
          t('card.expiry'),
          <CardExpiryElement
            options={options}
            onChange={(change) => onChange((known) => cardAfter(known, 'expiry', change))}
          />,
          () => elements?.getElement(CardExpiryElement)?.focus(),
        )}
        {field(
          'cvc',
          t('card.cvc'),
          <CardCvcElement
            options={options}
            onChange={(change) => onChange((known) => cardAfter(known, 'cvc', change))}
          />,
          () => elements?.getElement(CardCvcElement)?.focus(),
        )}
      </div>
    </fieldset>
  )
}

/** The frames cannot see our style sheet, so its colours are passed to them. */
function frameStyle() {
  const tokens = getComputedStyle(document.documentElement)
  const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim()
  return {
    base: {
      color: colour('text'),
      fontSize: '16px',
      fontFamily: 'ui-monospace, monospace',
      '::placeholder': { color: colour('muted') },
    },
    invalid: { color: colour('loss') },
  }
}

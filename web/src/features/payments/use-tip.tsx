import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { MAX_TIP, MIN_TIP, QUICK_TIPS, TIP_WORDS } from '#domain/tip.ts'
import type { TipOrder } from '#server/product/market/tip-order.ts'
import { keepDraft, useDraftedText } from '../../lib/draft.ts'
import { wordsFault } from '../../lib/words-fault.ts'
import { Choice } from '../../ui/choice.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type Tip = {
  /** Absent when the fan pays the price alone. */
  tip: TipOrder | undefined
  /** Whether it may be sent; from the first check on, what is wrong is shown. */
  check(): boolean
  /** Chooses an amount, in centavos: that of a code which was made on an earlier visit. */
  choose(amount: number): void
}

/**
 * The part of the form that offers an amount beside the price, for the artist; the smallest is chosen for whoever came to add one.
 * `draft` names the words, which outlast a reload; the amount does not, so that nobody adds one without looking.
 */
export function useTip(
  author: string,
  isWanted: boolean,
  draft: string,
): Tip & { fields: ReactNode; sent(): void } {
  const { t } = useTranslation('payments')
  const [choice, setChoice] = useState(isWanted ? String(QUICK_TIPS[0]) : '0')
  const [own, setOwn] = useState<number | null>(null)
  const { text: words, write } = useDraftedText(draft)
  const [strict, setStrict] = useState(false)
  const amount = choice === 'own' ? own : Number(choice)
  const isWrong = choice === 'own' && (own === null || own < MIN_TIP || own > MAX_TIP)
  const unfit = amount ? wordsFault(words) : undefined
  const fault = t('tip.fault', { min: formatBRL(MIN_TIP), max: formatBRL(MAX_TIP) })

  return {
    tip: amount ? { amount, words: words.trim() } : undefined,
    check() {
      setStrict(true)
      return !isWrong && !unfit
    },
    choose(centavos) {
      const isOffered = [0, ...QUICK_TIPS].includes(centavos)
      setChoice(isOffered ? String(centavos) : 'own')
      if (!isOffered) setOwn(centavos)
    },
    sent: () => keepDraft(draft, {}),
    fields: (
      <div className="flex flex-col gap-4">
        <Choice
          look="chips"
          label={t('tip.label', { author })}
          options={[
            { value: '0', label: t('tip.none') },
            ...QUICK_TIPS.map((centavos) => ({
              value: String(centavos),
              label: formatBRL(centavos).replace(/,00$/, ''),
            })),
            { value: 'own', label: t('tip.own') },
          ]}
          value={choice}
          onChange={setChoice}
        />
        {choice === 'own' && (
          <MoneyField
            name="tip"
            label={t('tip.amount')}
            error={strict && isWrong ? fault : undefined}
            value={own}
            onChange={setOwn}
          />
        )}
        {choice !== '0' && (
          <TextField
            maxLength={TIP_WORDS}
            label={t('tip.words')}
            hint={t('tip.hint')}
            error={unfit}
            value={words}
            onChange={(event) => write(event.target.value)}
          />
        )}
      </div>
    ),
  }
}

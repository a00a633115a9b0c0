import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMailbox } from '#domain/email.ts'
import { GIFT_DAYS, GIFT_WORDS } from '#domain/gift.ts'
import type { GiftOrder } from '#server/product/market/gift-order.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { keepDraft, readDraft } from '../../lib/draft.ts'
import { wordsFault } from '../../lib/words-fault.ts'
import { Choice } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** For whom a $TUNE is bought. */
export type Recipient = {
  /** Absent for the fan themselves. */
  gift: GiftOrder | undefined
  /** Whether it may be sent; from the first check on, what is wrong is shown. */
  check(): boolean
}

const EMPTY = { way: 'mail', email: '', words: '' }

/** The fields as they were typed, kept until they are sent. */
function useTyped(draft: string) {
  const [typed, set] = useState(() => readDraft(draft, EMPTY))
  function write(change: Partial<typeof EMPTY>) {
    const now = { ...typed, ...change }
    set(now)
    keepDraft(draft, now.email + now.words === '' ? {} : now)
  }
  return { ...typed, write }
}

/**
 * The part of the form that asks for whom; whoever holds a $TUNE of the project can only give. What was typed is kept as `draft`; for
 * whom is not, so that nobody gives away what they buy for themselves later.
 */
export function useRecipient(
  { hasProject }: ProjectWire,
  giving: boolean,
  draft: string,
): Recipient & { fields: ReactNode; sent(): void } {
  const { t } = useTranslation('payments')
  const [who, setWho] = useState<'me' | 'other'>(giving || hasProject ? 'other' : 'me')
  const { way, email, words, write } = useTyped(draft)
  const [strict, setStrict] = useState(false)
  const room = useRef<HTMLDivElement>(null)
  const isGift = who === 'other'
  const emailFault = isGift && way === 'mail' && !isMailbox(email) ? t('gift.emailFault') : undefined
  const unfit = isGift ? wordsFault(words) : undefined

  return {
    gift: isGift ? { email: way === 'mail' ? email : null, words: words.trim() } : undefined,
    check() {
      setStrict(true)
      if (!emailFault && !unfit) return true
      room.current?.querySelector<HTMLElement>(emailFault ? 'input[type=email]' : 'textarea')?.focus()
      return false
    },
    sent: () => keepDraft(draft, {}),
    fields: (
      <div ref={room} className="flex flex-col gap-4">
        {!hasProject && (
          <Choice<'me' | 'other'>
            label={t('gift.who')}
            options={[
              { value: 'me', label: t('gift.me') },
              { value: 'other', label: t('gift.other') },
            ]}
            value={who}
            onChange={setWho}
          />
        )}
        {isGift && (
          <>
            <Choice<'mail' | 'link'>
              look="chips"
              label={t('gift.way')}
              options={[
                { value: 'mail', label: t('gift.byMail') },
                { value: 'link', label: t('gift.byLink') },
              ]}
              value={way === 'link' ? 'link' : 'mail'}
              onChange={(chosen) => write({ way: chosen })}
            />
            {way === 'mail' && (
              <TextField
                type="email"
                autoComplete="off"
                inputMode="email"
                maxLength={254}
                label={t('gift.email')}
                hint={t('gift.emailHint')}
                error={strict ? emailFault : undefined}
                value={email}
                onChange={(event) => write({ email: event.target.value })}
              />
            )}
            <Words value={words} error={unfit} onChange={(typed) => write({ words: typed })} />
            <Notice>{t('gift.how', { days: GIFT_DAYS })}</Notice>
          </>
        )}
      </div>
    ),
  }
}

type WordsProps = { value: string; error: string | undefined; onChange(words: string): void }

function Words({ value, error, onChange }: WordsProps) {
  const { t } = useTranslation('payments')
  return (
    <TextAreaField
      rows={3}
      maxLength={GIFT_WORDS}
      label={t('gift.words')}
      hint={t('gift.wordsHint', { left: GIFT_WORDS - value.length })}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

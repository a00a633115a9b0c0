import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import { formatTokenMoment, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { mailAgain } from './api.ts'
import { GiftLink } from './gift-link.tsx'

/** One gift: whether it waits, was accepted or came back, and what its giver can do now. */
export function GiftCard({ gift, onEnd }: { gift: GiftWire; onEnd(): void }) {
  const { t } = useTranslation('gifts')
  const { projectName, author, thumbnail, tint } = gift.project
  const title = `gift-${gift.uid}`
  const waits = gift.status === 'waiting'
  return (
    <article
      aria-labelledby={title}
      className="flex flex-col gap-4 rounded-sheet border border-line bg-raised p-4 sm:p-5"
    >
      <div className="flex items-start gap-4">
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          tint={tint}
          decorative
          dark={gift.status === 'returned'}
          sizes="6rem"
          className="w-20 shrink-0 sm:w-24"
        />
        <div className="min-w-0 flex-1">
          <h3 id={title} className="name text-lg">
            {projectName}
          </h3>
          <p className="text-muted text-sm">
            {author} ·{' '}
            <span className="figures">
              <MaskedAmount deciding text={unbroken(formatBRL(gift.amount))} />
            </span>
          </p>
          <Standing gift={gift} />
        </div>
      </div>
      {gift.words && <p className="break-words text-muted text-sm">{t('words', { words: gift.words })}</p>}
      {(waits || gift.token) && (
        <div className="flex flex-col items-start gap-2">
          <p className="text-muted text-xs">{t('mayUndo')}</p>
          {waits && <GiftLink gift={gift} />}
          {waits && gift.email && <MailAgain gift={gift} />}
          <button
            type="button"
            aria-describedby={title}
            onClick={onEnd}
            className="min-h-11 text-muted text-sm underline decoration-edge underline-offset-4 hover:text-text"
          >
            {t(waits ? 'takeBack.open' : 'undo.open')}
          </button>
        </div>
      )}
    </article>
  )
}

/** What has become of a gift, for its giver. */
export function Standing({ gift }: { gift: GiftWire }) {
  const { t } = useTranslation('gifts')
  const moment = (iso: string) => formatTokenMoment(iso, currentLanguage())
  if (gift.status === 'waiting') {
    return (
      <>
        <p className="mt-1 font-semibold text-gold text-sm">{t('status.waiting')}</p>
        <p className="text-muted text-xs">{t('until', { date: moment(gift.acceptBy) })}</p>
        {gift.email && <p className="break-words text-muted text-xs">{t('to', { email: gift.email })}</p>}
      </>
    )
  }
  if (gift.status === 'accepted') {
    return <p className="mt-1 font-semibold text-live text-sm">{t('status.accepted')}</p>
  }
  return (
    <>
      <p className="mt-1 text-sm">{t('status.returned')}</p>
      <p className="text-muted text-xs">{t(`returned.${gift.returnedFor ?? 'expired'}`)}</p>
    </>
  )
}

function MailAgain({ gift }: { gift: GiftWire }) {
  const { t } = useTranslation('gifts')
  const mail = useMutation({
    mutationFn: () => mailAgain(gift.uid),
    onSuccess: () => void toast.success(t('mail.sent')),
    onError: (error) => void toast.error(error.message),
  })
  return (
    <Button look="quiet" busy={mail.isPending} onClick={() => mail.mutate()} className="-ml-5">
      {t('mail.again')}
    </Button>
  )
}

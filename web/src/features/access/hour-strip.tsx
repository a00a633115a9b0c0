import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HourFace } from './hour-face.tsx'
import { runningWords } from './running-words.ts'
import { useStripRoom } from './use-strip-room.ts'

type HourStripProps = { token: TokenWire; busy: boolean; onOpen(): void; onHide(): void }

/** On phones, above the bottom bar, and in the corner of one on its side, while an hour of the fan's runs and nothing plays here: one tap opens the player, another one hides it. */
export function HourStrip({ token, busy, onOpen, onHide }: HourStripProps) {
  const { t } = useTranslation('access')
  const strip = useRef<HTMLElement>(null)
  useStripRoom(strip)
  return (
    <section
      ref={strip}
      aria-label={t(runningWords(token))}
      className="fixed inset-x-(--gap) bottom-[calc(var(--bar)+var(--gap))] z-20 flex items-center rounded-cover thin:rounded-none border thin:border-x-0 border-line bg-raised shadow-sheet thin:shadow-none md:right-6 md:bottom-6 md:left-auto md:w-88 md:[@media(min-height:30rem)]:hidden print:hidden"
    >
      <button
        type="button"
        aria-disabled={busy || undefined}
        onClick={() => !busy && onOpen()}
        className="flex min-w-0 flex-1 items-center gap-3 p-2.5 thin:py-1 text-left"
      >
        <span className="min-w-0 flex-1">
          <HourFace token={token} end={Date.parse(token.willExpireAt ?? '')} />
        </span>
        <Icon name="play" />
        <span className="sr-only">{t('hour.enlarge')}</span>
      </button>
      <IconButton label={t('hour.hide')} onClick={onHide}>
        <Icon name="close" />
      </IconButton>
    </section>
  )
}

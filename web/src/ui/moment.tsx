import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { CloseRequest } from './close-request.ts'
import { Cover } from './cover.tsx'
import { dialogFocus } from './dialog-focus.ts'
import { Icon } from './icon.tsx'
import type { RingTone } from './ring.tsx'
import { tinted } from './tint.ts'

export type MomentWork = { projectName: string; author: string; thumbnail: string; tint?: string | null }

type MomentProps = {
  /** What has happened, in a few words. */
  title: string
  work: MomentWork
  /** How far it has come, from 0 to 1: at 1 the ring closes, once. */
  share: number
  tone: RingTone
  lines: readonly string[]
  /** Money, under the names. */
  money?: ReactNode
  /** What to do now. */
  children: ReactNode
}

/**
 * Something is becoming the fan's, and has the whole screen: a state of the screen below, not a dialog over it.
 * It takes the focus from the form that it replaces; nothing else on the page can be reached meanwhile.
 */
export function MomentScreen(props: MomentProps) {
  const panel = useRef<HTMLElement>(null)
  const room = tinted(props.work.tint)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="status"
      data-moment
      style={room.style}
      className={`${room.className} fixed inset-0 z-[38] animate-fade overflow-y-auto bg-ink text-text focus:outline-none`}
    >
      <Stage {...props} title={<h2 className="section-title text-muted">{props.title}</h2>} />
    </section>
  )
}

/** The same over whatever screen the fan is on, toasts too, which tell the same; it can be closed. */
export function MomentDialog({ onClose, ...props }: MomentProps & { onClose(): void }) {
  const { t } = useTranslation()
  const room = tinted(props.work.tint)
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...dialogFocus}
          onOpenAutoFocus={(event) => {
            dialogFocus.onOpenAutoFocus()
            // It comes unasked: a key meant for the screen below must not press its button.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          data-moment
          style={room.style}
          className={`${room.className} fixed inset-0 z-[10000] animate-fade overflow-y-auto bg-ink text-text focus:outline-none`}
        >
          <CloseRequest onClose={onClose} />
          <Stage
            {...props}
            title={
              <Dialog.Title className={`section-title ${props.tone === 'gold' ? 'text-gold' : 'text-muted'}`}>
                {props.title}
              </Dialog.Title>
            }
          />
          <Dialog.Close asChild>
            <IconButton
              label={t('close')}
              className="fixed top-[max(0.5rem,env(safe-area-inset-top))] right-3"
            >
              <Icon name="close" />
            </IconButton>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Stage({
  title,
  work,
  share,
  tone,
  lines,
  money,
  children,
}: Omit<MomentProps, 'title'> & { title: ReactNode }) {
  const isWhole = share >= 1
  return (
    <div className="group mx-auto flex min-h-full max-w-lg flex-col items-center justify-center gap-5 px-5 pt-18 pb-[max(1rem,env(safe-area-inset-bottom))] text-center lg:landscape:grid lg:landscape:max-w-5xl lg:landscape:grid-cols-2 lg:landscape:gap-16 lg:landscape:text-left [@media(max-height:30rem)]:grid [@media(max-height:30rem)]:max-w-4xl [@media(max-height:30rem)]:grid-cols-[auto_1fr] [@media(max-height:30rem)]:gap-10 [@media(max-height:30rem)]:pt-6 [@media(max-height:30rem)]:text-left">
      <Cover
        src={work.thumbnail}
        author={work.author}
        projectName={work.projectName}
        tint={work.tint ?? null}
        decorative
        eager
        sizes="(min-width: 64rem) 30rem, 18rem"
        // Remade at the end, so that the ring closes from twelve.
        key={String(isWhole)}
        ring={{ share, tone: isWhole ? tone : 'accent', closing: isWhole }}
        className="w-[min(15rem,34dvh)] shrink-0 max-sm:group-has-[dl]:w-[min(15rem,20dvh)] lg:landscape:w-full"
      />
      <div className="flex w-full flex-col gap-4 max-sm:gap-3 [@media(max-height:30rem)]:gap-2">
        {title}
        <div>
          <p className="name text-[clamp(2.25rem,1.5rem+3vw,3.5rem)]">{work.projectName}</p>
          <p className="mt-1 text-lg text-muted">{work.author}</p>
        </div>
        {money && <div className="figures">{money}</div>}
        {lines.map((line) => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
        <div className="mt-2 flex animate-arrive flex-col gap-2">{children}</div>
      </div>
    </div>
  )
}

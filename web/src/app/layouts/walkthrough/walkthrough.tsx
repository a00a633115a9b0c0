import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { CloseRequest } from '../../../ui/close-request.ts'
import { dialogFocus } from '../../../ui/dialog-focus.ts'
import { Ring } from '../../../ui/ring.tsx'
import { partOf, STEPS, type Step } from './steps.ts'

type WalkthroughProps = {
  onFinish(): void
  onSkip(): void
}

/** A tour of the first screen in six steps, each highlighted while it is explained. */
export function Walkthrough({ onFinish, onSkip }: WalkthroughProps) {
  const { t } = useTranslation('layout')
  const [index, setIndex] = useState(0)
  const step = STEPS[index] ?? 'sample'
  const last = index === STEPS.length - 1
  const place = usePart(step)
  // The explanation must not cover what it explains.
  const isLow = place !== null && place.top > innerHeight - place.top - place.height

  return (
    <Dialog.Root open onOpenChange={(next) => !next && onSkip()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40">
          <Spotlight place={place} />
        </Dialog.Overlay>
        <Dialog.Content
          {...dialogFocus}
          onInteractOutside={(event) => event.preventDefault()}
          className={`fixed inset-x-4 z-50 mx-auto max-w-md animate-fade rounded-sheet border border-line bg-raised p-5 shadow-sheet focus:outline-none ${isLow ? 'top-4' : 'bottom-[max(1rem,env(safe-area-inset-bottom))]'}`}
        >
          <CloseRequest onClose={onSkip} />
          <div aria-live="polite">
            <p className="flex items-center gap-2 text-muted text-sm">
              <Ring share={(index + 1) / STEPS.length} stroke={12} className="size-5" />
              {t('tour.step', { step: index + 1, total: STEPS.length })}
            </p>
            <Dialog.Title className="name mt-2 text-xl">{t(`tour.${step}.title`)}</Dialog.Title>
            <Dialog.Description className="mt-1 min-h-[3em] text-muted">
              {t(`tour.${step}.text`)}
            </Dialog.Description>
          </div>
          <div className="mt-4 flex flex-col gap-1 sm:flex-row-reverse sm:justify-between">
            <div className="flex flex-row-reverse gap-2">
              <Button className="flex-1" onClick={() => (last ? onFinish() : setIndex(index + 1))}>
                {last ? t('tour.finish') : t('tour.next')}
              </Button>
              {index > 0 && (
                <Button look="secondary" className="flex-1" onClick={() => setIndex(index - 1)}>
                  {t('tour.previous')}
                </Button>
              )}
            </div>
            <Button look="quiet" onClick={onSkip}>
              {t('tour.skip')}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const MARGIN = 6

/** Darkens everything but `place`; everything, while it is null. */
function Spotlight({ place }: { place: Place | null }) {
  if (!place) return <div className="size-full bg-shade/75" />
  return (
    <div
      className="fixed rounded-cover border-2 border-accent-text"
      style={{
        top: place.top - MARGIN,
        left: place.left - MARGIN,
        width: place.width + 2 * MARGIN,
        height: place.height + 2 * MARGIN,
        boxShadow: '0 0 0 200vmax color-mix(in oklab, var(--color-shade) 75%, transparent)',
      }}
    />
  )
}

type Place = { top: number; left: number; width: number; height: number }

/** Where a step's element is on the screen, updated as it moves; null while it is absent. */
function usePart(step: Step): Place | null {
  const [place, setPlace] = useState<Place | null>(null)

  useEffect(() => {
    let frame = 0
    let shown: HTMLElement | null = null
    const follow = () => {
      const part = partOf(step)
      if (part !== shown) part?.scrollIntoView({ block: 'center', behavior: 'instant' })
      shown = part
      const next = part ? rectOf(part) : null
      setPlace((was) => (same(was, next) ? was : next))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [step])

  return place
}

function rectOf(part: HTMLElement): Place {
  const { top, left, width, height } = part.getBoundingClientRect()
  return { top, left, width, height }
}

function same(one: Place | null, other: Place | null): boolean {
  if (!one || !other) return one === other
  return (['top', 'left', 'width', 'height'] as const).every((edge) => one[edge] === other[edge])
}

import { lazy, Suspense, useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { DOOR_COVER_WIDTH, drawnPicture } from '#domain/stored-file.ts'
import type { SampleWire } from '#server/product/access/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EdgeRing } from '../../ui/ring.tsx'

/** The cover in the page before any script (server/platform/http/sign-in.ts), read before that page is replaced. */
const shownCover = document.getElementById('way-in')?.dataset.cover || null

/** Nothing of the player is loaded before somebody wants to hear it. */
const DoorSample = lazy(async () => ({ default: (await import('./door-sample.tsx')).DoorSample }))
const readSample = async () => (await import('./door-sample.tsx')).readSample()

/**
 * Above the sign-in card on phones, beside it on desktops: the free sample, one tap away, without an account. Above the card
 * it gives way to the work that somebody came for (app/layouts/awaited.tsx).
 */
export function Door() {
  const { t } = useTranslation('sign-in')
  const [cover, setCover] = useState(shownCover)
  const [playing, setPlaying] = useState<SampleWire | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // Whoever comes here from another screen, by signing out for instance, has not been given the cover.
    if (!cover)
      readSample().then(
        ({ thumbnail }) => setCover(thumbnail),
        () => undefined,
      )
  }, [cover])

  async function play() {
    setBusy(true)
    try {
      setPlaying(await readSample())
    } catch {
      toast.error(t('door.failed'))
    }
    setBusy(false)
  }

  return (
    <div className="door-work max-[80rem]:group-data-awaited:hidden">
      <span className="door-cover">
        {cover && (
          <img
            src={drawnPicture(cover, DOOR_COVER_WIDTH)}
            alt=""
            width={600}
            height={600}
            className="size-full rounded-cover object-cover"
          />
        )}
        <EdgeRing share={0.86} tone="accent" />
      </span>
      <div className="door-words">
        <p className="door-line name">{t('login.lead')}</p>
        <p className="door-what">{t('door.what')}</p>
      </div>
      <Button className="door-play" busy={busy} onClick={() => void play()}>
        <Icon name="play" />
        {t('door.play')}
      </Button>
      <Suspense fallback={null}>
        {playing && <DoorSample sample={playing} onClose={() => setPlaying(null)} />}
      </Suspense>
    </div>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { paths } from '../../lib/paths.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { goBackOr } from '../../ui/back-closes.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { tinted } from '../../ui/tint.ts'
import { useMediaSession } from '../../ui/use-media-session.ts'
import { usePlayer } from '../../ui/use-player.ts'
import { VideoFrame } from '../../ui/video-frame.tsx'
import { LargePlayer } from './large-player.tsx'
import { type Playing, useListening } from './listening-context.ts'
import { SmallPlayer } from './small-player.tsx'
import { useLease } from './use-lease.ts'
import { useStripRoom } from './use-strip-room.ts'
import { useEndWarning, useIsOver } from './use-window-end.ts'
import { useYield } from './use-yield.ts'

/**
 * The hour: fills the screen, or plays on in the strip (on desktops a card) while other screens are open. The
 * host's page stays in its frame from one to the other, so nothing stops. Ends by itself with the window, or as
 * soon as the list no longer shows the token as the fan's: with a question in the place of the large one, with a word in that of the strip.
 */
export function PlayingToken({ playing }: { playing: Playing }) {
  const { token, videoUrl, willExpireAt } = playing
  const { isLarge, start, enlarge, stop } = useListening()
  const { projectName, author, thumbnail, tint } = token.project
  const end = Date.parse(willExpireAt)
  // The list has the lyrics, which are nobody's before the first play.
  const shelved = useShelved(token.uid)
  const player = usePlayer(videoUrl, token.uid)
  useYield(player)
  const taken = useLease(token.uid, stop)
  const { warning, isOver } = useEnding(playing, shelved?.status)
  const room = useRoom(isLarge)
  useStripRoom(room, !isLarge)
  useMediaSession({ title: projectName, artist: author, picture: thumbnail }, player, stop)

  const look = tinted(tint)
  const { leave, left } = useLeaving()

  if (taken) {
    return <Taken token={token} onContinue={() => void start(token, true)} onClose={stop} />
  }
  if (isOver && isLarge) return <Ended token={token} onClose={stop} />
  return (
    <section
      ref={room}
      tabIndex={-1}
      {...(isLarge ? { role: 'dialog', 'aria-modal': true } : { role: 'region' })}
      aria-label={projectName}
      data-room={isLarge ? 'large' : 'small'}
      style={look.style}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isLarge || event.defaultPrevented) return
        // Otherwise the platform's own request to close would follow (ui/close-request.ts).
        event.preventDefault()
        leave(false)
      }}
      className={`hour-room ${look.className} text-text focus:outline-none print:hidden`}
    >
      <VideoFrame
        player={player}
        videoUrl={videoUrl}
        title={`${projectName} · ${author}`}
        className="hour-video"
      />
      {isLarge ? (
        <LargePlayer
          token={shelved ?? token}
          end={end}
          player={player}
          onShrink={() => leave(false)}
          onStop={() => leave(true)}
          onLeft={left}
        />
      ) : (
        <SmallPlayer token={token} end={end} player={player} onEnlarge={enlarge} onStop={stop} />
      )}
      <p role="status" className="sr-only">
        {warning}
      </p>
    </section>
  )
}

/** The token as the fan's list has it now. */
function useShelved(token: string): TokenWire | undefined {
  const tokens = useInfiniteQuery(tokensQuery)
  return tokens.data?.pages.flatMap((page) => page.data).find(({ uid }) => uid === token)
}

/** Leaving the large player goes back in the browser's history, whose back button makes it small. */
function useLeaving() {
  const { shrink, stop } = useListening()
  const isStopping = useRef(false)
  function left() {
    if (isStopping.current) stop()
    else shrink()
  }
  return {
    left,
    leave(stops: boolean) {
      isStopping.current = stops
      goBackOr(left)
    },
  }
}

/** Says once that the window ends soon, and where the player is small closes it when it has; returns what was said, and whether it has. */
function useEnding({ token, willExpireAt }: Playing, status: TokenWire['status'] | undefined) {
  const { isLarge, stop } = useListening()
  const { t } = useTranslation('access')
  const [warning, setWarning] = useState('')
  const { projectName, validPeriod } = token.project
  const end = Date.parse(willExpireAt)
  const isOver = useIsOver(end) || (status !== undefined && status !== 'minted')
  const leaveSmall = useEffectEvent(() => {
    if (isLarge) return
    toast(t('play.ended', { projectName }))
    stop()
  })
  useEffect(() => {
    if (isOver) leaveSmall()
  }, [isOver])

  const warn = useCallback(
    (count: number) => {
      const text = t('play.endingSoon', { count, projectName })
      setWarning(text)
      toast(text, { id: `ending-${token.uid}`, duration: 8000 })
    },
    [t, projectName, token.uid],
  )
  useEndWarning(token.uid, end, validPeriod, warn)
  return { warning, isOver }
}

/** The large player takes the focus; made small, it gives it back to what opened it. */
function useRoom(isLarge: boolean) {
  const room = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (!isLarge) return
    opener.current = document.activeElement
    room.current?.focus({ preventScroll: true })
    return () => {
      const before = opener.current
      if (before instanceof HTMLElement && before.isConnected && !room.current?.contains(before))
        before.focus()
    }
  }, [isLarge])
  return room
}

type TakenProps = { token: TokenWire; onContinue(): void; onClose(): void }

/** Another device has taken the token over: it plays there now, and can be taken back. */
function Taken({ token, onContinue, onClose }: TakenProps) {
  const { t } = useTranslation('access')
  return (
    <Modal open onClose={onClose} title={t('play.taken.title')}>
      <p role="alert" className="text-muted">
        {t('play.taken.text', { projectName: token.project.projectName })}
      </p>
      <ModalActions>
        <Button onClick={onContinue}>{t('play.elsewhere.confirm')}</Button>
        <Button look="quiet" onClick={onClose}>
          {t('play.elsewhere.cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

/** In the place of the large player: the work goes on without its listener, who may come back to it. */
function Ended({ token: { project }, onClose }: { token: TokenWire; onClose(): void }) {
  const { t } = useTranslation(['access', 'common'])
  return (
    <Modal open onClose={onClose} title={t('play.over.title')}>
      <p role="alert">{t('play.ended', { projectName: project.projectName })}</p>
      <p className="mt-2 text-muted">{t('play.over.text')}</p>
      <ModalActions>
        <ButtonLink to={paths.work(project.uid)} onClick={onClose}>
          {t('play.over.again')}
        </ButtonLink>
        <Button look="quiet" onClick={onClose}>
          {t('common:understood')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

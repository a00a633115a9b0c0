import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import toast from 'react-hot-toast'
import type { TokenWire } from '#server/product/access/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { firstView } from '../../lib/first-view.ts'
import { i18n, loadTexts } from '../../lib/i18n.ts'
import { loadAgain } from '../../lib/load-again.ts'
import { playLeaseQuery } from '../../lib/play-lease.ts'
import { playingDevice } from '../../lib/playing-device.ts'
import { keys } from '../../lib/query.ts'
import { endingOf, wasPlayed } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { play } from './api.ts'
import { type Listening, ListeningContext, type Playing } from './listening-context.ts'
import { useHiddenHour } from './use-hidden-hour.ts'

/** The player, its questions and the strip: the first view needs none of them. */
const ListeningHost = lazy(async () => {
  await firstView
  const [{ ListeningHost }] = await Promise.all([
    loadAgain(() => import('./listening-host.tsx')),
    loadTexts('access'),
  ])
  return { default: ListeningHost }
})

/**
 * Keeps what plays above the screens, so that it plays on from one to the next. While the player fills the
 * screen, nothing beneath it can be reached.
 */
export function ListeningLayout({ children }: { children: ReactNode }) {
  const listening = useListeningState()
  const isCovered = listening.playing !== null && listening.isLarge
  return (
    <ListeningContext value={listening}>
      <div inert={isCovered}>{children}</div>
      <Suspense fallback={null}>
        <ListeningHost />
      </Suspense>
    </ListeningContext>
  )
}

type Question = Pick<Listening, 'confirming' | 'elsewhere'>

const NO_QUESTION: Question = { confirming: null, elsewhere: null }

function useListeningState(): Listening {
  const cache = useQueryClient()
  const [playing, setPlaying] = useState<Playing | null>(null)
  const [isLarge, setLarge] = useState(true)
  const [opening, setOpening] = useState<string | null>(null)
  const [question, setQuestion] = useState(NO_QUESTION)
  const [hiddenHour, hideHour] = useHiddenHour()

  async function start(token: TokenWire, takeOver = false) {
    const first = !wasPlayed(token)
    setOpening(token.uid)
    try {
      const { videoUrl, willExpireAt } = await play(token, takeOver)
      cache.setQueryData(playLeaseQuery(token.uid).queryKey, playingDevice())
      setQuestion(NO_QUESTION)
      hideHour(null)
      setPlaying({ token, videoUrl, willExpireAt })
      setLarge(true)
      if (first) toast.success(i18n.t('access:play.success'))
    } catch (fault) {
      const isElsewhere = fault instanceof ApiError && fault.code === 'playing_elsewhere'
      if (isElsewhere) setQuestion({ confirming: null, elsewhere: token })
      else if (fault instanceof ApiError && fault.code === 'token_ended') await sayOver(token)
      else toast.error(i18n.t('access:play.failed'))
    } finally {
      setOpening(null)
      // Also after a failure: the list then shows the token's new state.
      void cache.invalidateQueries({ queryKey: keys.tokens })
    }
  }

  /** Closes the question about a token that has ended meanwhile, and says how: the list knows. */
  async function sayOver({ uid }: TokenWire) {
    setQuestion(NO_QUESTION)
    await cache.refetchQueries({ queryKey: tokensQuery.queryKey })
    const ended = cache.getQueryData(tokensQuery.queryKey)?.pages.flatMap((page) => page.data)
    const token = ended?.find((one) => one.uid === uid)
    const ending = token && endingOf(token)
    const isTakenBack = ending === 'withdrawn' || ending === 'refunded' || ending === 'takenBack'
    toast.error(i18n.t(`access:play.${isTakenBack ? ending : 'tooLate'}`))
  }

  function choose(token: TokenWire) {
    if (playing?.token.uid === token.uid) setLarge(true)
    else if (wasPlayed(token)) void start(token)
    else setQuestion({ confirming: token, elsewhere: null })
  }

  return {
    playing,
    isLarge,
    opening,
    ...question,
    hiddenHour,
    hideHour: ({ uid }) => hideHour(uid),
    choose,
    start,
    decline: () => setQuestion(NO_QUESTION),
    enlarge: () => setLarge(true),
    shrink: () => setLarge(false),
    stop: () => setPlaying(null),
  }
}

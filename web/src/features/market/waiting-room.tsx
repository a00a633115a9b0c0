import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft } from '#domain/countdown.ts'
import { isRoomOpen, ROOM_SECONDS } from '#domain/opening.ts'
import type { QueueWire } from '#server/product/market/contract.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { useKeptScreen } from '../../lib/payment-on-screen.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { enterQueue, queueQuery } from './api.ts'
import { useTurnCall } from './use-turn-call.ts'

/** After the opening everybody asks for their number, but not in the same instant. */
const SPREAD_MS = 3000

type WaitingRoomProps = {
  project: PublicProjectWire
  /** Milliseconds since 1970. */
  opensAt: number
  /** The ways to buy; before the opening, its countdown. */
  sale: ReactNode
}

/** The waiting room of a lot that opens at an announced hour, and afterwards one's number, and the sale in one's turn. */
export function WaitingRoom({ project, opensAt, sale }: WaitingRoomProps) {
  const { t } = useTranslation('market')
  const { uid, isPaused } = project
  const now = useServerNow()
  const cache = useQueryClient()
  const read = useQuery(queueQuery(uid))
  const enter = useMutation({
    mutationFn: () => enterQueue(uid),
    onSuccess: (queue) => cache.setQueryData(queueQuery(uid).queryKey, queue),
  })
  useNumberAfter(uid, opensAt, read.data?.turnAt == null)
  const isTurn = hasTurn(read.data, project, now)
  useTurnCall(isTurn)
  useKeptScreen(read.data?.isIn === true || read.data?.place != null)

  if (read.isError || enter.isError) {
    const retry = () => {
      enter.reset()
      void read.refetch()
    }
    return (
      <>
        {sale}
        <Failure
          message={enter.error?.message ?? t('queue.failed')}
          onRetry={retry}
          retrying={read.isFetching}
        />
      </>
    )
  }
  if (!read.data) return <Skeleton className="mt-4 h-40 sm:mt-6" />
  const { isIn, place } = read.data
  if (now < opensAt) {
    // What can be done now is in sight on a phone, above the countdown.
    const isOpen = isRoomOpen(opensAt, now)
    const action = (
      <Button busy={enter.isPending} onClick={() => enter.mutate()}>
        {t('queue.enter')}
      </Button>
    )
    return (
      <>
        {!isOpen && sale}
        <Room isPaused={isPaused}>
          <Before isIn={isIn} opensAt={opensAt} now={now} action={action} />
        </Room>
        {isOpen && sale}
      </>
    )
  }
  // Whoever has no number buys, once their turn has come, as in any lot.
  if (isTurn && place === null) return sale
  return (
    <Room isPaused={isPaused} sale={isTurn === true && sale}>
      <After queue={read.data} now={now} isPaused={isPaused} isGone={project.totalAvailable === 0} />
    </Room>
  )
}

type TurnProps = Pick<WaitingRoomProps, 'opensAt' | 'sale'> & {
  project: Pick<PublicProjectWire, 'uid' | 'isPaused' | 'totalAvailable'>
}

/** Until the fan's turn their number, and from then on the sale, whatever happens: they may be paying. */
export function Turn({ project, opensAt, sale }: TurnProps) {
  const { uid, isPaused, totalAvailable } = project
  const now = useServerNow()
  const { data: queue, isError } = useQuery(queueQuery(uid))
  useNumberAfter(uid, opensAt, queue?.turnAt == null)
  useTurnCall(hasTurn(queue, project, now))
  // Without an answer the sale stands here, as the server refuses whoever is early.
  if (!queue) return isError ? sale : <Skeleton className="h-40" />
  if (queue.turnAt !== null && Date.parse(queue.turnAt) <= now) return sale
  return (
    <Room isPaused={isPaused}>
      <After queue={queue} now={now} isPaused={isPaused} isGone={totalAvailable === 0} />
    </Room>
  )
}

/** Whether the fan may buy by now; null while their number is not known. */
function hasTurn(
  queue: QueueWire | undefined,
  { isPaused }: TurnProps['project'],
  now: number,
): boolean | null {
  if (!queue) return null
  return !isPaused && queue.turnAt !== null && Date.parse(queue.turnAt) <= now
}

type RoomProps = { isPaused: boolean; sale?: ReactNode; children: ReactNode }

function Room({ isPaused, sale, children }: RoomProps) {
  const { t } = useTranslation('market')
  return (
    <section
      data-queue
      aria-labelledby="queue"
      className="mt-4 rounded-sheet border border-line p-4 sm:mt-6 sm:p-5"
    >
      {/* In one's turn the way to buy is in sight on a phone. */}
      <h2 id="queue" className={sale ? 'sr-only' : 'section-title mb-3'}>
        {t('queue.title')}
      </h2>
      <div aria-live="polite" className="flex flex-col items-start gap-2">
        {children}
        {isPaused && <p className="text-muted">{t('queue.paused')}</p>}
      </div>
      {sale}
    </section>
  )
}

type BeforeProps = { isIn: boolean; opensAt: number; now: number; action: ReactNode }

function Before({ isIn, opensAt, now, action }: BeforeProps) {
  const { t } = useTranslation('market')
  if (isIn) return <p>{t('queue.inside')}</p>
  if (isRoomOpen(opensAt, now)) return action
  return <Timed text="queue.early" seconds={secondsLeft(opensAt - ROOM_SECONDS * 1000, now)} />
}

type AfterProps = { queue: QueueWire; now: number; isPaused: boolean; isGone: boolean }

function After({ queue: { place, people, turnAt }, now, isPaused, isGone }: AfterProps) {
  const { t } = useTranslation('market')
  if (turnAt === null) return <p>{t('queue.drawing')}</p>
  const turn = Date.parse(turnAt)
  const isTurn = !isPaused && turn <= now
  return (
    <>
      {place !== null ? (
        <p className={isTurn ? 'text-muted' : 'font-medium text-lg'}>
          {t('queue.place', { place, people: people ?? place })}
        </p>
      ) : (
        people !== null && people > 0 && <p>{t('queue.late')}</p>
      )}
      {isTurn ? (
        <p className="font-medium text-lg text-live">{t('queue.now')}</p>
      ) : isPaused ? null : isGone ? (
        <p>{t('queue.gone')}</p>
      ) : (
        <Timed text="queue.wait" seconds={secondsLeft(turn, now)} />
      )}
    </>
  )
}

/** A sentence that ends in a countdown, which is not read out every second. */
function Timed({ text, seconds }: { text: 'queue.early' | 'queue.wait'; seconds: number }) {
  const { t } = useTranslation('market')
  return (
    <p role="timer" aria-live="off" className="figures">
      {t(text, { time: formatClock(seconds) })}
    </p>
  )
}

/** Asks for the number once the lot has opened; each screen at an instant of its own. */
function useNumberAfter(uid: string, opensAt: number, isUnknown: boolean): void {
  const cache = useQueryClient()
  const now = useServerNow()
  const [delay] = useState(() => Math.random() * SPREAD_MS)
  const isDue = isUnknown && now >= opensAt
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(
      () => void cache.invalidateQueries({ queryKey: queueQuery(uid).queryKey }),
      delay,
    )
    return () => clearTimeout(timer)
  }, [isDue, uid, delay, cache])
}

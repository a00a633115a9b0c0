import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft } from '#domain/countdown.ts'
import { isRoomOpen, ROOM_SECONDS } from '#domain/opening.ts'
import type { QueueWire } from '#server/product/market/contract.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { enterQueue, queueQuery } from './api.ts'

/** After the opening everybody asks for their number, but not in the same instant. */
const SPREAD_MS = 3000

/** The waiting room of a lot that opens at an announced hour, and afterwards one's number and turn. */
export function WaitingRoom({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('market')
  const { uid, phase, isPaused, totalAvailable } = project
  const now = useServerNow()
  const cache = useQueryClient()
  const read = useQuery(queueQuery(uid))
  const enter = useMutation({
    mutationFn: () => enterQueue(uid),
    onSuccess: (queue) => cache.setQueryData(queueQuery(uid).queryKey, queue),
  })
  const opensAt = project.opensAt === null ? null : Date.parse(project.opensAt)
  useNumberAfter(uid, opensAt, read.data?.turnAt == null)

  if (opensAt === null || phase !== 'first_lot') return null
  if (read.isError || enter.isError) {
    const retry = () => {
      enter.reset()
      void read.refetch()
    }
    return (
      <Failure
        message={enter.error?.message ?? t('queue.failed')}
        onRetry={retry}
        retrying={read.isFetching}
      />
    )
  }
  if (!read.data) return null
  return (
    <section aria-labelledby="queue" className="mt-6 rounded-sheet border border-line p-5">
      <h2 id="queue" className="section-title">
        {t('queue.title')}
      </h2>
      <div aria-live="polite" className="mt-3 flex flex-col items-start gap-3">
        {now < opensAt ? (
          <Before
            isIn={read.data.isIn}
            opensAt={opensAt}
            now={now}
            action={
              <Button busy={enter.isPending} onClick={() => enter.mutate()}>
                {t('queue.enter')}
              </Button>
            }
          />
        ) : (
          <After queue={read.data} now={now} isPaused={isPaused} isGone={totalAvailable === 0} />
        )}
        {isPaused && <p className="text-muted">{t('queue.paused')}</p>}
      </div>
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
  return (
    <>
      {place !== null ? (
        <p className="font-medium text-lg">{t('queue.place', { place, people: people ?? place })}</p>
      ) : (
        people !== null && people > 0 && <p>{t('queue.late')}</p>
      )}
      {isPaused ? null : turn <= now ? (
        <p className="text-live">{t('queue.now')}</p>
      ) : isGone ? (
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
function useNumberAfter(uid: string, opensAt: number | null, isUnknown: boolean): void {
  const cache = useQueryClient()
  const now = useServerNow()
  const [delay] = useState(() => Math.random() * SPREAD_MS)
  const isDue = opensAt !== null && isUnknown && now >= opensAt
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(
      () => void cache.invalidateQueries({ queryKey: queueQuery(uid).queryKey }),
      delay,
    )
    return () => clearTimeout(timer)
  }, [isDue, uid, delay, cache])
}

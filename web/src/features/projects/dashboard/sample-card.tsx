import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { SampleWire } from '#server/product/access/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { readSample, sampleQuery } from './api.ts'

/** Only a tap opens it, so the first view does not load it. */
const Player = lazy(async () => ({ default: (await import('../../../ui/player.tsx')).Player }))

/** "Assista de graça": the sample, with its player at the side. */
export function SampleCard() {
  const { t } = useTranslation('projects-dashboard')
  const sample = useQuery(sampleQuery)
  // The player keeps the URL it started with: a refetch would sign a new one and restart the video.
  const [playing, setPlaying] = useState<SampleWire | null>(null)
  // The URL is valid for a short time only, so it is fetched on a press, by a mutation: offline that fails at
  // once, where a query would wait for the connection.
  const opening = useMutation({
    mutationFn: () => readSample(),
    onSuccess: setPlaying,
    onError: () => toast.error(t('sample.failed')),
  })

  if (sample.isPending) return <SampleSkeleton />
  if (sample.isError) {
    return (
      <Failure
        message={t('sample.failed')}
        onRetry={() => void sample.refetch()}
        retrying={sample.isFetching}
      />
    )
  }
  const { author, projectName, thumbnail } = sample.data
  return (
    <section
      aria-labelledby="sample-name"
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-4 sm:flex-row sm:items-center sm:gap-10 sm:p-6"
    >
      <Cover
        src={thumbnail}
        author={author}
        projectName={projectName}
        ring={{ share: 1, tone: 'accent' }}
        decorative
        eager
        sizes="(min-width: 40rem) 18rem, calc(100vw - 4rem)"
        className="w-full shrink-0 sm:w-72"
      />
      <div data-tour="sample" className="flex min-w-0 flex-col items-start px-1 pb-2 sm:p-0">
        <p className="figures text-accent-text text-sm">{t('sample.badge')}</p>
        <h2 id="sample-name" className="name mt-3 text-[clamp(2.25rem,1.5rem+3.2vw,4rem)]">
          {projectName}
        </h2>
        <p className="mt-2 text-lg text-muted">{author}</p>
        <p className="mt-4 max-w-[44ch]">{t('sample.text')}</p>
        <Button className="mt-6 w-full sm:w-auto" busy={opening.isPending} onClick={() => opening.mutate()}>
          <Icon name="play" />
          {t('sample.play')}
        </Button>
      </div>
      <SidePanel open={playing !== null} onClose={() => setPlaying(null)} title={t('sample.badge')}>
        {playing && (
          <Suspense fallback={<Skeleton className="aspect-video" />}>
            <Player {...playing} />
          </Suspense>
        )}
      </SidePanel>
    </section>
  )
}

/**
 * As high as what it stands in for, at any width: a square cover and five lines below it, or the cover's side
 * beside them.
 */
function SampleSkeleton() {
  return (
    <div className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-4 sm:h-[21.125rem] sm:p-6">
      <Skeleton className="aspect-square w-full shrink-0 sm:w-72" />
      <div className="h-63 sm:hidden" />
    </div>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AdminProjectWire } from '#server/product/projects/wire.ts'
import { formatMoment, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PlayerTrouble } from '../../../ui/player-trouble.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePlayer } from '../../../ui/use-player.ts'
import { VideoFrame } from '../../../ui/video-frame.tsx'
import { previewQuery } from '../page/api.ts'
import { publishProject } from './api.ts'

type Published = Pick<AdminProjectWire, 'uid' | 'projectName' | 'author' | 'totalSupply' | 'fiatPrice'>

/** A last look at what everybody is about to see: publishing cannot be undone. */
export function PublishModal({ project, onClose }: { project: Published; onClose(): void }) {
  const { t } = useTranslation(['projects-back-office', 'common', 'refusals'])
  const cache = useQueryClient()
  const preview = useQuery(previewQuery(project.uid))
  const [hasBegun, setBegun] = useState(false)
  const begin = useCallback(() => setBegun(true), [])
  const video = preview.data?.video
  const sharedWith = preview.data?.sharedWith ?? []
  const obstacle = video === 'missing' || video === 'not_ready' ? video : null
  const { projectName, author, totalSupply, fiatPrice } = project
  const now = useServerNow()
  const opensAt = preview.data?.project.opensAt ?? null
  const isLater = opensAt !== null && Date.parse(opensAt) > now
  const opens = isLater ? formatMoment(opensAt, currentLanguage()) : null
  const publish = useMutation({
    mutationFn: () => publishProject(project.uid),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['admin'] })
      toast.success(
        t(opens ? 'projects.publishDoneOpens' : 'projects.publishDone', { projectName, date: opens }),
      )
      onClose()
    },
    onError: ({ message }) => toast.error(message || t('projects.publishFailed')),
  })
  return (
    <Modal open onClose={onClose} title={t('projects.publishTitle')}>
      {preview.isPending ? (
        <Skeleton className="h-12" />
      ) : (
        <p>
          {t(opens ? 'projects.publishOpens' : 'projects.publishText', {
            date: opens,
            projectName,
            author,
            count: totalSupply,
            price: unbroken(formatBRL(fiatPrice)),
          })}
        </p>
      )}
      <div className="mt-4 flex flex-col gap-2">
        {obstacle && <Notice tone="loss">{t(`refusals:video_${obstacle}`)}</Notice>}
        {sharedWith.length > 0 && (
          <Notice tone="loss">{t('projects.publishShared', { works: sharedWith.join(', ') })}</Notice>
        )}
        {!obstacle && <p className="text-muted text-sm">{t('projects.publishVideo')}</p>}
        {!obstacle && <PreviewVideo uid={project.uid} onBegin={begin} />}
      </div>
      <ModalActions>
        {!obstacle && (
          <Button disabled={!hasBegun} busy={publish.isPending} onClick={() => publish.mutate()}>
            {t('projects.publish')}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

/** A project's video as fans will play it, before they can. */
function PreviewVideo({ uid, onBegin }: { uid: string; onBegin(): void }) {
  const { t } = useTranslation('projects-back-office')
  const preview = useQuery(previewQuery(uid))
  if (preview.isPending) return <Skeleton className="aspect-video" />
  if (preview.isError) {
    return (
      <Failure message={t('failed')} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
    )
  }
  const { project, videoUrl } = preview.data
  return <Video videoUrl={videoUrl} title={`${project.projectName} · ${project.author}`} onBegin={onBegin} />
}

function Video({ videoUrl, title, onBegin }: { videoUrl: string; title: string; onBegin(): void }) {
  const player = usePlayer(videoUrl, null)
  const hasBegun = player.progress === 'played' || player.progress === 'ended'
  useEffect(() => {
    if (hasBegun) onBegin()
  }, [hasBegun, onBegin])
  return (
    <div className="flex flex-col gap-4">
      <VideoFrame player={player} videoUrl={videoUrl} title={title} className="aspect-video rounded-cover" />
      <PlayerTrouble player={player} />
    </div>
  )
}

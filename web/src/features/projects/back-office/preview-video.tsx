import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../ui/failure.tsx'
import { PlayerTrouble } from '../../../ui/player-trouble.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePlayer } from '../../../ui/use-player.ts'
import { VideoFrame } from '../../../ui/video-frame.tsx'
import { previewQuery } from '../page/api.ts'

/** A project's video as fans will play it, before they can. */
export function PreviewVideo({ uid }: { uid: string }) {
  const { t } = useTranslation('projects-back-office')
  const preview = useQuery(previewQuery(uid))
  if (preview.isPending) return <Skeleton className="aspect-video" />
  if (preview.isError) {
    return (
      <Failure message={t('failed')} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
    )
  }
  const { project, videoUrl } = preview.data
  return <Video videoUrl={videoUrl} title={`${project.projectName} · ${project.author}`} />
}

function Video({ videoUrl, title }: { videoUrl: string; title: string }) {
  const player = usePlayer(videoUrl, null)
  return (
    <div className="flex flex-col gap-4">
      <VideoFrame player={player} videoUrl={videoUrl} title={title} className="aspect-video rounded-cover" />
      <PlayerTrouble player={player} />
    </div>
  )
}

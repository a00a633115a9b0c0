import { useEffect } from 'react'
import { beginSample } from '../lib/clip-player.ts'
import { PlayerHelp } from './player-help.tsx'
import { PlayerKeys } from './player-keys.tsx'
import { PlayerTrouble } from './player-trouble.tsx'
import { SungWords } from './sung-words.tsx'
import { usePlayer } from './use-player.ts'
import { VideoFrame } from './video-frame.tsx'

type PlayerProps = {
  videoUrl: string
  projectName: string
  author: string
  /** HTML. */
  lyrics: string
}

/** A video in a panel, and the lyrics to sing along: the free sample, and a project before it is published. */
export function Player({ videoUrl, projectName, author, lyrics }: PlayerProps) {
  const player = usePlayer(videoUrl, null)
  useEffect(() => (player.isPlaying ? beginSample() : undefined), [player.isPlaying])
  return (
    <div className="flex flex-col gap-6">
      <VideoFrame
        player={player}
        videoUrl={videoUrl}
        title={`${projectName} · ${author}`}
        className="aspect-video rounded-cover"
      />
      <PlayerTrouble player={player} className="-mt-3" />
      <div className="min-w-0">
        <h3 className="name text-3xl">{projectName}</h3>
        <p className="mt-1 text-muted">{author}</p>
      </div>
      <SungWords lyrics={lyrics} />
      <PlayerKeys controls={player.controls} stage={player.box} />
      <PlayerHelp player={player} />
    </div>
  )
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { useSomethingFree } from '../../lib/clip-player.ts'
import type { VideoPlayer } from '../../ui/use-player.ts'

/** The hour pauses while a clip or the free sample sounds, and goes on after it, if that is what paused it. */
export function useYield({ isPlaying, controls }: Pick<VideoPlayer, 'isPlaying' | 'controls'>): void {
  const yields = useSomethingFree()
  const hasYielded = useRef(false)
  const change = useEffectEvent(() => {
    if (isPlaying === yields && (yields || hasYielded.current)) controls.toggle()
    hasYielded.current = yields && isPlaying
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what sounds is what it follows.
  useEffect(() => change(), [yields])
}

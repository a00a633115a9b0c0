import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Embed, useEmbed } from './use-embed.ts'

/** The player shows the ring for this long while the host's page starts (specification, section 9). */
const SPINNER_MS = 1000
/** A reload removes the page and restores it after this pause (specification, section 9). */
const RELOAD_MS = 100
/** A video that has not begun by then, counted from the end of the spinner, probably will not. */
const PATIENCE_MS = 6000

type Stage = 'away' | 'starting' | 'shown'

export type VideoPlayer = Embed & {
  /** Around the frame: what is shown full screen, and what has the keys. */
  box: RefObject<HTMLDivElement | null>
  frame: RefObject<HTMLIFrameElement | null>
  stage: Stage
  /** Changes when the host's page is loaded anew. */
  attempt: number
  /** The video has not begun, or the host says that it cannot play it. */
  isInTrouble: boolean
  reload(): void
}

/** The video host's page in a frame (`ui/video-frame.tsx`): loading it, reloading it, and commands to it. */
export function usePlayer(videoUrl: string, work: string | null): VideoPlayer {
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<Stage>('starting')
  const [isLate, setLate] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const embed = useEmbed(frame, videoUrl, work, stage === 'away' ? null : attempt)
  const { progress } = embed

  useKeysBack(frame, box)

  useEffect(() => {
    if (stage === 'shown') return
    const next = stage === 'away' ? 'starting' : 'shown'
    const timer = setTimeout(() => setStage(next), stage === 'away' ? RELOAD_MS : SPINNER_MS)
    return () => clearTimeout(timer)
  }, [stage])

  useEffect(() => {
    setLate(false)
    if (stage !== 'shown' || progress !== 'waiting') return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [stage, progress])

  function reload() {
    setAttempt(attempt + 1)
    setStage('away')
  }

  return { ...embed, box, frame, stage, attempt, isInTrouble: isLate || progress === 'failed', reload }
}

/**
 * A click on the host's page moves the focus into its frame, where our shortcuts (Escape among them) are not
 * heard, so it is moved back to `stage` at once. Keyboard users who tab into the frame want the host's own
 * controls, and stay there.
 */
function useKeysBack(frame: RefObject<HTMLIFrameElement | null>, stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let isTabbing = false
    const press = ({ key, type }: KeyboardEvent) => {
      isTabbing = key === 'Tab' && type === 'keydown'
    }
    const left = () => {
      const byTab = isTabbing
      isTabbing = false
      if (byTab) return
      setTimeout(() => {
        if (document.activeElement === frame.current) stage.current?.focus({ preventScroll: true })
      })
    }
    document.addEventListener('keydown', press, true)
    document.addEventListener('keyup', press, true)
    addEventListener('blur', left)
    return () => {
      document.removeEventListener('keydown', press, true)
      document.removeEventListener('keyup', press, true)
      removeEventListener('blur', left)
    }
  }, [frame, stage])
}

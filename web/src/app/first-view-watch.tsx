import { useIsFetching } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { announceFirstView } from '../lib/first-view.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** A screen whose data fails to load still gets its realtime connection. */
const LATEST_MS = 4000

/** Says when the first view stands: nothing is being asked for any more, and the browser has a moment. */
export function FirstViewWatch() {
  const [over, setOver] = useState(false)
  return over ? null : <Watch onEnd={() => startTransition(() => setOver(true))} />
}

function Watch({ onEnd }: { onEnd(): void }) {
  const asking = useIsFetching() > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end comes once.
  useEffect(() => {
    const end = () => {
      announceFirstView()
      onEnd()
    }
    const latest = setTimeout(end, LATEST_MS)
    const leave = asking ? () => {} : whenIdle(end, LATEST_MS)
    return () => {
      clearTimeout(latest)
      leave()
    }
  }, [asking])
  return null
}

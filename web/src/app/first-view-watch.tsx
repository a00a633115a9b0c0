import { useIsFetching } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { announceFirstView } from '../lib/first-view.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** A screen whose data fails to load still gets its realtime connection. */
const LATEST_MS = 4000

/** Announces the first view once no query is loading and the browser is idle. */
export function FirstViewWatch() {
  const [over, setOver] = useState(false)
  return over ? null : <Watch onEnd={() => startTransition(() => setOver(true))} />
}

function Watch({ onEnd }: { onEnd(): void }) {
  const isFetching = useIsFetching() > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends only once.
  useEffect(() => {
    const end = () => {
      announceFirstView()
      onEnd()
    }
    const latest = setTimeout(end, LATEST_MS)
    const leave = isFetching ? () => {} : whenIdle(end, LATEST_MS)
    return () => {
      clearTimeout(latest)
      leave()
    }
  }, [isFetching])
  return null
}

import { useEffect, useState } from 'react'

/** How long typing must pause before the server is asked. */
const PAUSE_MS = 200

/** What to search for: what is typed, once typing has paused; nothing as soon as nothing is. */
export function useSearch(typed: string): string {
  const [search, ask] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => ask(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return typed.trim() === '' ? '' : search
}

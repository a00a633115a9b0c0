/** Dark by default; the choice is kept under the key that public/theme.js reads before the first paint. */
import { useSyncExternalStore } from 'react'

type Theme = 'dark' | 'light'

const listeners = new Set<() => void>()

function current(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function wearTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  localStorage.setItem('theme', theme)
  for (const listener of listeners) listener()
}

/** The theme that the page wears now, for what is drawn outside our style sheet's reach. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

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
  localStorage.setItem('theme', theme)
  show(theme)
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Light for as long as nobody has chosen: for the back office. The answer gives back what was worn before. */
export function wearDaylight(): () => void {
  if (localStorage.getItem('theme') !== null) return () => undefined
  const before = current()
  show('light')
  return () => {
    if (localStorage.getItem('theme') === null) show(before)
  }
}

/** The theme that the page wears now, for what is drawn outside our style sheet's reach. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

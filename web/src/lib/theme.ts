/** Dark by default; the choice is kept under the key that public/theme.js reads before the first paint. */
import { useSyncExternalStore } from 'react'
import { inBrowser } from './browser-storage.ts'

type Theme = 'dark' | 'light'

const listeners = new Set<() => void>()

function current(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function applyTheme(theme: Theme): void {
  inBrowser.write('theme', theme)
  show(theme)
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Light while nobody has chosen a theme: for the back office. Returns a function that restores the previous one. */
export function preferLightTheme(): () => void {
  if (inBrowser.read('theme') !== null) return () => undefined
  const before = current()
  show('light')
  return () => {
    if (inBrowser.read('theme') === null) show(before)
  }
}

/** The current theme, for what is drawn beyond the reach of our style sheet. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

/**
 * Lists saved under a name, in this browser, for the administrator who saved them (decision 062). A view is an address: what
 * it shows is read afresh whenever it is opened.
 */
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { inBrowser } from '../lib/browser-storage.ts'

const view = v.object({ name: v.string(), path: v.string(), search: v.string() })
export type SavedView = v.InferOutput<typeof view>
/** More than anybody looks through. */
const MOST = 30
export const VIEW_NAME_MAX = 40

const keyOf = (admin: string) => `views:${admin}`
const watchers = new Set<() => void>()

function read(text: string | null): readonly SavedView[] {
  try {
    const parsed = v.safeParse(v.array(view), JSON.parse(text ?? '[]'))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

function stored(admin: string): string | null {
  return inBrowser.read(keyOf(admin))
}

function store(admin: string, views: readonly SavedView[]): void {
  inBrowser.write(keyOf(admin), JSON.stringify(views.slice(-MOST)))
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  // What another tab has saved.
  window.addEventListener('storage', tell)
  return () => {
    watchers.delete(tell)
    window.removeEventListener('storage', tell)
  }
}

export function useSavedViews(admin: string) {
  const views = read(useSyncExternalStore(watch, () => stored(admin)))
  return {
    views,
    /** A name that is taken on the same screen is given to the new view. */
    save: (saved: SavedView) =>
      store(admin, [
        ...read(stored(admin)).filter(({ name, path }) => name !== saved.name || path !== saved.path),
        saved,
      ]),
    remove: (gone: SavedView) =>
      store(
        admin,
        read(stored(admin)).filter(({ name, path }) => name !== gone.name || path !== gone.path),
      ),
  }
}

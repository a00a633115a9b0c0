/** Where each list of the back office was last looked at in this tab, after a reload too: search, filters and order, for the way back to it. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { inTab } from '../lib/browser-storage.ts'

const memoryOf = (path: string) => `tune-list:${path}`

/** Remembers the address of the list that is on the screen. */
export function useRememberAddress() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    inTab.write(memoryOf(pathname), search)
  }, [pathname, search])
}

/** The list at `path` as it was left. */
export const lastAddress = (path: string): string => path + (inTab.read(memoryOf(path)) ?? '')

/** What a list is narrowed by, kept in the address: it can be shared, gone back to, and survives a reload. */
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** How long typing must pause before the search starts. */
const PAUSE_MS = 250

/** `typed` is what stands in the box; `search` follows when the typing pauses. */
export function useAddressSearch(): { typed: string; search: string; type(search: string): void } {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const search = params.get('search') ?? ''
  const [typed, type] = useState(search)
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => {
      // Whoever has gone on to another screen, whose code is still on its way, is not called back.
      if (location.pathname === pathname) setParams(write('search', typed.trim()), { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, search, pathname, setParams])
  return { typed, search, type }
}

/** One of a few values; the first is the usual one, and stands in no address. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [params, setParams] = useSearchParams()
  const value = values.find((known) => known === params.get(name)) ?? values[0]
  return [value, (next) => setParams(write(name, next === values[0] ? '' : next), { replace: true })]
}

/** Sets one part of the address and leaves the others; what is empty is left out. */
function write(name: string, value: string) {
  return (params: URLSearchParams) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    return next
  }
}

/**
 * Filters of a list, kept in the address so that they can be shared, survive a reload and work with the back
 * button.
 */
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** How long typing must pause before the search starts. */
const PAUSE_MS = 250

/** `typed` is the content of the box; `search` follows once typing pauses. */
export function useAddressSearch(): { typed: string; search: string; type(search: string): void } {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const search = params.get('search') ?? ''
  const [typed, type] = useState(search)
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => {
      // The next screen's code may still be loading; do not navigate back from it.
      if (location.pathname === pathname) setParams(withParam('search', typed.trim()), { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, search, pathname, setParams])
  return { typed, search, type }
}

/** One of a few values; the first is the default and is left out of the address. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [params, setParams] = useSearchParams()
  const value = values.find((known) => known === params.get(name)) ?? values[0]
  return [value, (next) => setParams(withParam(name, next === values[0] ? '' : next), { replace: true })]
}

/**
 * The address's parameters with one set and the others kept; an empty value removes it. From the address itself: the
 * parameters of the last rendering lack what was chosen since.
 */
function withParam(name: string, value: string): URLSearchParams {
  const params = new URLSearchParams(location.search)
  if (value === '') params.delete(name)
  else params.set(name, value)
  return params
}

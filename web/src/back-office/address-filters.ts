/** A list's filters in the address: they can be shared, survive a reload and work with the back button. */
import { useSearchParams } from 'react-router'
import type { Filters } from '#server/product/back-office/filters.ts'

export type FilterName = keyof Filters
export type FilterValues = { [Each in FilterName]?: string }

export type AddressFilters = {
  /** As they stand in the address, sense or nonsense: the server says which. */
  values: FilterValues
  /** An empty value removes the filter. */
  set(name: FilterName, value: string): void
  /** Sets these, and removes all others. */
  replace(values: FilterValues): void
}

export function useAddressFilters(names: readonly FilterName[]): AddressFilters {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  // From the address itself: the parameters of the last rendering lack what was chosen since.
  const change = (each: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(location.search)
    each(next)
    setParams(next, { replace: true })
  }
  return {
    values,
    set: (name, value) => change((next) => (value === '' ? next.delete(name) : next.set(name, value))),
    replace: (chosen) =>
      change((next) => {
        for (const name of names) {
          if (chosen[name]) next.set(name, chosen[name])
          else next.delete(name)
        }
      }),
  }
}

import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PROJECT_SORTS, type ProjectFilter } from './api.ts'

/** Typing pauses this long before it is looked for. */
const PAUSE_MS = 250

type FilterState = {
  /** What is in the box; `filter` follows when the typing pauses. */
  typed: string
  filter: ProjectFilter
  type(search: string): void
  sortBy(sort: ProjectFilter['sort']): void
}

/** Search and order of the projects, kept in the address so that it can be shared and gone back to. */
export function useProjectFilter(): FilterState {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const sort = PROJECT_SORTS.find((known) => known === params.get('sort')) ?? 'newest'
  const [typed, setTyped] = useState(search)

  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => setParams(write('search', typed.trim()), { replace: true }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, search, setParams])

  return {
    typed,
    filter: { search, sort },
    type: setTyped,
    sortBy: (next) => setParams(write('sort', next === 'newest' ? '' : next), { replace: true }),
  }
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

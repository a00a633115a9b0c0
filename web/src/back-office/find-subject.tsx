import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable } from '#domain/search.ts'
import { api } from '../lib/api.ts'
import { TextField } from '../ui/text-field.tsx'
import { useMay } from './office.tsx'
import { useSearch } from './use-search.ts'

export type Subject = 'person' | 'project'
type Found = { uid: string; name: string; note: string }

/** More are found by more of their name. */
const SHOWN = '5'

export const SUBJECT_CALLS = { person: 'GET /admin/users', project: 'GET /admin/projects' } as const

async function find(kind: Subject, search: string, signal: AbortSignal): Promise<Found[]> {
  const request = { query: { search, limit: SHOWN }, signal }
  if (kind === 'project') {
    const { data } = await api('GET /admin/projects', request)
    return data.map(({ uid, projectName, author }) => ({ uid, name: projectName, note: author }))
  }
  const { data } = await api('GET /admin/users', request)
  return data.map(({ uid, fullName, nickname, email }) => ({
    uid,
    name: fullName ?? nickname ?? email,
    note: email,
  }))
}

function useSubjects(kind: Subject, search: string) {
  const may = useMay()
  return useQuery({
    queryKey: ['admin', 'subjects', kind, search],
    enabled: isSearchable(search) && may(SUBJECT_CALLS[kind]),
    queryFn: ({ signal }) => find(kind, search, signal),
  })
}

/** What somebody or something with this uid is called; undefined until that is known. */
export function useSubjectName(kind: Subject, uid: string): string | undefined {
  return useSubjects(kind, uid).data?.find((found) => found.uid === uid)?.name
}

/**
 * Chooses the person or the project that a list is narrowed to, by whatever finds them in their own list. What is typed and not
 * chosen goes with the focus: it narrows nothing.
 */
export function FindSubject({ kind, onChoose }: { kind: Subject; onChoose(uid: string): void }) {
  const { t } = useTranslation('back-office')
  const id = useId()
  const [typed, type] = useState('')
  const [at, move] = useState(-1)
  const search = useSearch(typed)
  const { data, isSuccess } = useSubjects(kind, search)
  const found = isSearchable(search) ? (data ?? []) : []
  const chosen = Math.min(at, found.length - 1)
  const leave = () => {
    type('')
    move(-1)
  }
  const choose = (uid: string) => {
    onChoose(uid)
    leave()
  }
  const press = (event: KeyboardEvent) => {
    // Of several, Enter takes none that was not pointed at.
    const meant = found[chosen] ?? (found.length === 1 ? found[0] : undefined)
    if (event.key === 'Enter' && meant) choose(meant.uid)
    else if (event.key === 'ArrowDown' && found.length > 0) move(Math.min(chosen + 1, found.length - 1))
    else if (event.key === 'ArrowUp' && found.length > 0) move(Math.max(chosen - 1, 0))
    else if (event.key === 'Escape' && typed !== '') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="col-span-2 tight:col-span-1">
      <TextField
        role="combobox"
        label={t(`filters.${kind}`)}
        autoComplete="off"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        value={typed}
        onChange={({ target }) => {
          type(target.value)
          move(-1)
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      <p role="status" className="text-muted text-sm">
        {isSuccess && isSearchable(search) && found.length === 0 && t('filters.nobody')}
      </p>
      {found.length > 0 && <Options id={id} found={found} chosen={chosen} onChoose={choose} />}
    </div>
  )
}

type OptionsProps = { id: string; found: Found[]; chosen: number; onChoose(uid: string): void }

function Options({ id, found, chosen, onChoose }: OptionsProps) {
  const { t } = useTranslation('back-office')
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('filters.found')}
      className="divide-y divide-line border-line border-y text-sm"
    >
      {found.map(({ uid, name, note }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys.
        <div
          key={uid}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // The field would lose the focus, and with it what was found.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(uid)}
          className="flex min-h-11 cursor-pointer items-center px-3 [overflow-wrap:anywhere] hover:bg-line/40 aria-selected:bg-line/70"
        >
          {name} · {note}
        </div>
      ))}
    </div>
  )
}

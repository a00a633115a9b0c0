import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable } from '#domain/search.ts'
import { api } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
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

/** Chooses the person or the project that a list is narrowed to, by whatever finds them in their own list. */
export function FindSubject({ kind, onChoose }: { kind: Subject; onChoose(uid: string): void }) {
  const { t } = useTranslation('back-office')
  const [typed, type] = useState('')
  const search = useSearch(typed)
  const { data, isSuccess } = useSubjects(kind, search)
  const found = isSearchable(search) ? (data ?? []) : []
  return (
    <div className="col-span-2 tight:col-span-1">
      <TextField
        type="search"
        label={t(`filters.${kind}`)}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <p role="status" className="text-muted text-sm">
        {isSuccess && isSearchable(search) && found.length === 0 && t('filters.nobody')}
      </p>
      {found.length > 0 && (
        <ul aria-label={t('filters.found')} className="divide-y divide-line border-line border-y">
          {found.map(({ uid, name, note }) => (
            <li key={uid}>
              <Button
                look="quiet"
                onClick={() => {
                  onChoose(uid)
                  type('')
                }}
              >
                {name} · {note}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

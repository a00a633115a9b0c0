import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable } from '#domain/search.ts'
import type { SharerWire } from '#server/product/splits/contract.ts'
import { useSearch } from '../../../back-office/use-search.ts'
import { dataOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Chooses a person by name or e-mail, so that nobody has to know a wallet's address. */
export function FindSharer({ onChoose }: { onChoose(person: SharerWire): void }) {
  const { t } = useTranslation('projects-back-office')
  const [typed, type] = useState('')
  const search = useSearch(typed)
  const found = useQuery({
    queryKey: ['admin', 'sharers', search],
    enabled: isSearchable(search),
    queryFn: ({ signal }) => dataOf('GET /admin/sharers', { query: { search }, signal }),
  })
  const people = isSearchable(search) ? (found.data ?? []) : []
  return (
    <div>
      <TextField
        label={t('split.find')}
        hint={t('split.findHint')}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <p role="status" className="text-muted text-sm">
        {found.isSuccess && isSearchable(search) && people.length === 0 && t('split.nobody')}
      </p>
      {people.length > 0 && (
        <ul aria-label={t('split.found')} className="mt-2 divide-y divide-line border-line border-y">
          {people.map((person) => (
            <li key={person.wallet} className="flex min-h-12 items-center justify-between gap-4 py-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="block">{person.name}</span>
                <span className="block text-muted text-xs">
                  {person.email ?? t(person.isArtist ? 'split.artist' : 'split.noEmail')}
                </span>
              </span>
              <Button
                look="secondary"
                aria-label={t('split.chooseOf', { name: person.name })}
                onClick={() => {
                  onChoose(person)
                  type('')
                }}
              >
                {t('split.choose')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

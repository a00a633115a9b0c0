import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { writtenDay } from '#i18n/day.ts'
import { unbroken } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { Icon } from '../ui/icon.tsx'
import type { AddressFilters, FilterName } from './address-filters.ts'
import type { ListFilters } from './filter-panel.tsx'
import { useSubjectName } from './find-subject.tsx'

/** What the list is narrowed to, each with a button that takes it away. */
export function FilterChips({ offered, filters }: { offered: ListFilters; filters: AddressFilters }) {
  const { t } = useTranslation('back-office')
  const subjects = {
    person: useSubjectName('person', filters.values.person ?? ''),
    project: useSubjectName('project', filters.values.project ?? ''),
  }
  const set = Object.entries(filters.values) as [FilterName, string][]
  if (set.length === 0) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {set.map(([name, value]) => {
        const text = wordsFor(name, value)
        return (
          <button
            key={name}
            type="button"
            aria-label={t('filters.remove', { filter: text })}
            onClick={() => filters.set(name, '')}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-edge py-1 pr-2 pl-3 text-sm hover:bg-line/50"
          >
            {text}
            <Icon name="close" className="size-4" />
          </button>
        )
      })}
      <button type="button" onClick={() => filters.replace({})} className="link min-h-9 px-1 text-sm">
        {t('filters.clear')}
      </button>
    </div>
  )

  function wordsFor(name: FilterName, value: string): string {
    const choice = offered.choices.find((one) => one.name === name)
    if (choice) {
      const word = choice.options.find((option) => option.value === value)?.label ?? value
      return `${choice.label}: ${word}`
    }
    if (name === 'person' || name === 'project') {
      const called = subjects[name]
      return called ? `${t(`filters.${name}`)}: ${called}` : t(`filters.${name}`)
    }
    const isMoney = name === 'least' || name === 'most'
    const isDay = /^\d{4}-\d\d-\d\d$/.test(value)
    const word = isDay ? writtenDay(value, currentLanguage()) : value
    return `${t(`filters.${name as 'from'}`)}: ${isMoney && /^\d+$/.test(value) ? unbroken(formatBRL(Number(value))) : word}`
  }
}

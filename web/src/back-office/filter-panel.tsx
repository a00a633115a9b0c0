import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL, readWrittenBRL } from '#domain/money.ts'
import { DateField } from '../ui/date-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { AddressFilters, FilterName } from './address-filters.ts'
import { FindSubject, SUBJECT_CALLS } from './find-subject.tsx'
import { useMay } from './office.tsx'

/** One of a list's own words: a status, a method or a flow. */
export type ChoiceFilter = {
  name: 'status' | 'method' | 'flow'
  label: string
  options: readonly { value: string; label: string }[]
}
/** What a list can be narrowed to. */
export type ListFilters = {
  choices: readonly ChoiceFilter[]
  days?: true
  amounts?: true
  person?: true
  project?: true
}

const SUBJECTS = ['person', 'project'] as const
const OF_SPANS = { days: ['from', 'to'], amounts: ['least', 'most'] } as const

export function namesOf({ choices, days, amounts, person, project }: ListFilters): FilterName[] {
  return [
    ...choices.map(({ name }) => name),
    ...(days ? OF_SPANS.days : []),
    ...(amounts ? OF_SPANS.amounts : []),
    ...(person ? (['person'] as const) : []),
    ...(project ? (['project'] as const) : []),
  ]
}

/** A field for each filter. Each change is applied at once. */
export function FilterPanel({ offered, filters }: { offered: ListFilters; filters: AddressFilters }) {
  const { t } = useTranslation('back-office')
  const may = useMay()
  const { values, set } = filters
  return (
    <div className="grid grid-cols-2 gap-3 tight:grid-cols-1 sm:grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))]">
      {offered.choices.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          value={options.some(({ value }) => value === values[name]) ? values[name] : ''}
          onChange={({ target }) => set(name, target.value)}
        >
          <option value="">{t('filters.any')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      {offered.days && OF_SPANS.days.map((name) => <DayField key={name} name={name} filters={filters} />)}
      {offered.amounts &&
        OF_SPANS.amounts.map((name) => <AmountField key={name} name={name} filters={filters} />)}
      {SUBJECTS.filter((kind) => offered[kind] && may(SUBJECT_CALLS[kind])).map((kind) => (
        <FindSubject key={kind} kind={kind} onChoose={(uid) => set(kind, uid)} />
      ))}
    </div>
  )
}

/** One end of a span of amounts, as it is written elsewhere, in reais: `30` is R$ 30,00. What is no amount counts for nothing, and says so. */
function AmountField({
  name,
  filters: { values, set },
}: {
  name: 'least' | 'most'
  filters: AddressFilters
}) {
  const { t } = useTranslation('back-office')
  const chosen = values[name] ?? ''
  const [typed, type] = useState({ text: '', means: '' })
  const shown =
    typed.means === chosen ? typed.text : /^\d{1,12}$/.test(chosen) ? formatBRL(Number(chosen)) : ''
  return (
    <TextField
      name={name}
      label={t(`filters.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      placeholder={formatBRL(0)}
      value={shown}
      error={shown.trim() !== '' && !readWrittenBRL(shown) ? t('filters.noAmount') : undefined}
      onChange={({ target: { value: text } }) => {
        const centavos = readWrittenBRL(text)
        const means = centavos ? String(centavos) : ''
        type({ text, means })
        set(name, means)
      }}
      className="figures text-lg"
    />
  )
}

/** One end of a span of days. A date that is being corrected counts until the next one is complete. */
export function DayField({
  name,
  filters: { values, set },
  error,
}: {
  name: 'from' | 'to'
  filters: AddressFilters
  error?: string | undefined
}) {
  const { t } = useTranslation('back-office')
  return (
    <DateField
      name={name}
      label={t(`filters.${name}`)}
      value={values[name] ?? ''}
      error={error}
      onChange={(date, text) => {
        if (date !== '' || text === '') set(name, date)
      }}
    />
  )
}

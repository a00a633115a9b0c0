import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { GROUPS, isBackwards, isNarrowed, readFilter, type StatementFilter } from './filter.ts'

type FiltersProps = { filter: StatementFilter; onChange(filter: StatementFilter): void }

/** Kind and period; each change goes to the address at once. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('wallet')
  const place = useFocusInPlace<HTMLElement>(isNarrowed(filter))
  return (
    <search
      ref={place}
      tabIndex={-1}
      aria-label={t('filters.title')}
      className="mb-8 grid grid-cols-2 items-start gap-4 md:grid-cols-[minmax(0,14rem)_auto_auto_auto] md:justify-start"
    >
      <div className="col-span-2 md:col-span-1">
        <SelectField
          label={t('filters.kind')}
          value={filter.kind}
          onChange={(event) => {
            const kind = GROUPS.find((group) => group === event.target.value) ?? ''
            onChange({ ...filter, kind })
          }}
        >
          <option value="">{t('filters.all')}</option>
          {GROUPS.map((group) => (
            <option key={group} value={group}>
              {t(`filters.${group}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <DateField
        label={t('filters.from')}
        name="from"
        value={filter.from}
        onChange={(from) => onChange({ ...filter, from })}
      />
      <DateField
        label={t('filters.to')}
        name="to"
        value={filter.to}
        error={isBackwards(filter) ? t('dates') : undefined}
        onChange={(to) => onChange({ ...filter, to })}
      />
      {isNarrowed(filter) && (
        <Button
          look="quiet"
          className="col-span-2 self-end md:col-span-1 md:mt-[1.6875rem]"
          onClick={() => onChange(readFilter(new URLSearchParams()))}
        >
          {t('filters.clear')}
        </Button>
      )}
    </search>
  )
}

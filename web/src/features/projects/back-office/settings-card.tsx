import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../lib/clock.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFixed } from './edited-project.ts'
import { FormCard } from './form-card.tsx'
import { faults, type ProjectValues } from './project-values.ts'
import { useProjectRules } from './use-project-rules.ts'

/** Units, access period and end date. */
export function SettingsCard() {
  const { t } = useTranslation('projects-back-office')
  const { register, control, formState } = useFormContext<ProjectValues>()
  const rule = useProjectRules()
  const { errors } = formState
  const fixed = useFixed()
  return (
    <FormCard title={t('create.settings')}>
      <TextField
        label={t('create.validPeriod')}
        hint={fixed('validPeriod') ?? t('create.validPeriodHint')}
        readOnly={fixed('validPeriod') !== null}
        inputMode="decimal"
        autoComplete="off"
        error={errors.validPeriod?.message}
        className="figures"
        {...register('validPeriod', rule(faults.period))}
      />
      <TextField
        label={t('create.totalSupply')}
        hint={fixed('totalSupply') ?? undefined}
        readOnly={fixed('totalSupply') !== null}
        inputMode="numeric"
        autoComplete="off"
        error={errors.totalSupply?.message}
        className="figures"
        {...register('totalSupply', rule(faults.supply))}
      />
      <Controller
        control={control}
        name="endDate"
        rules={rule((moment) => (fixed('expiredAt') ? null : faults.endDate(moment, serverNow())))}
        render={({ field: { ref, ...field } }) => (
          <DateField
            {...field}
            inputRef={ref}
            withTime
            label={t('create.endDate')}
            hint={fixed('expiredAt') ?? t('create.endDateHint')}
            readOnly={fixed('expiredAt') !== null}
            error={errors.endDate?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="opensAt"
        rules={{
          validate: (moment, { endDate }) => {
            const fault = fixed('opensAt') ? null : faults.opensAt(moment, { now: serverNow(), endDate })
            return fault === null ? true : t(`create.${fault}`)
          },
        }}
        render={({ field: { ref, ...field } }) => (
          <DateField
            {...field}
            inputRef={ref}
            withTime
            label={t('create.opensAt')}
            hint={fixed('opensAt') ?? t('create.opensAtHint')}
            readOnly={fixed('opensAt') !== null}
            error={errors.opensAt?.message}
          />
        )}
      />
    </FormCard>
  )
}

import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MoneyFormField } from '../../../ui/money-form-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFixed } from './edited-project.ts'
import { FormCard } from './form-card.tsx'
import { DESCRIPTION_MAX, faults, NAME_MAX, type ProjectValues } from './project-values.ts'
import { useProjectRules } from './use-project-rules.ts'

/** Name, author, description and price. */
export function ProjectCard() {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const { register, control, formState } = useFormContext<ProjectValues>()
  const rule = useProjectRules()
  const { errors } = formState
  const fixed = useFixed()
  function priceFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    const fault = faults.price(centavos)
    return fault === null ? true : t(`create.${fault}`)
  }
  return (
    <FormCard title={t('create.project')}>
      <TextField
        label={t('create.projectAuthor')}
        maxLength={NAME_MAX}
        error={errors.projectAuthor?.message}
        {...register('projectAuthor', rule(faults.name))}
      />
      <TextField
        label={t('create.projectName')}
        maxLength={NAME_MAX}
        error={errors.projectName?.message}
        {...register('projectName', rule(faults.name))}
      />
      <MoneyFormField
        control={control}
        name="projectPrice"
        validate={priceFault}
        label={t('create.projectPrice')}
        hint={fixed('fiatPrice') ?? t('create.priceHint')}
        readOnly={fixed('fiatPrice') !== null}
      />
      <TextAreaField
        label={t('create.projectDescription')}
        maxLength={DESCRIPTION_MAX}
        error={errors.projectDescription?.message}
        {...register('projectDescription', rule())}
      />
    </FormCard>
  )
}

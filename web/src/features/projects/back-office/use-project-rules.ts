import { useTranslation } from 'react-i18next'

type Fault =
  | 'tooLong'
  | 'priceRange'
  | 'videoIdInvalid'
  | 'symbolInvalid'
  | 'walletInvalid'
  | 'validPeriodInvalid'
  | 'totalSupplyInvalid'
  | 'endDatePast'

/** A rule of the form: the field is filled, and `fault` finds nothing. */
export function useProjectRules() {
  const { t } = useTranslation(['projects-back-office', 'common'])
  return (fault: (text: string) => Fault | null = () => null) => ({
    validate: (text: string) => {
      if (text.trim() === '') return t('common:required')
      const found = fault(text)
      return found === null ? true : t(`create.${found}`)
    },
  })
}

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
  | 'clipStartInvalid'

/** The form's rules: a field is required, and `fault` must find nothing wrong. */
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

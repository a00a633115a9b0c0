import { languageTag } from '#i18n/language.ts'
import { currentLanguage } from './i18n.ts'

/** Basis points as a share in per cent, with as many decimals as it has: `33,33%`. */
export function formatShare(basisPoints: number): string {
  return (basisPoints / 10_000).toLocaleString(languageTag(currentLanguage()), {
    style: 'percent',
    maximumFractionDigits: 2,
  })
}

import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#i18n/language.ts'
import { currentLanguage } from '../lib/i18n.ts'

const NAMES = { pt: 'portuguese', en: 'english' } as const

/** Both languages side by side; the one in use is pressed. */
export function LanguageSwitch({ onChange }: { onChange?: (language: 'pt' | 'en') => void }) {
  const { t, i18n } = useTranslation()
  return (
    <fieldset className="flex" aria-label={t('language')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={t(NAMES[language])}
          aria-pressed={language === currentLanguage()}
          onClick={() => {
            void i18n.changeLanguage(language)
            onChange?.(language)
          }}
          className="figures grid size-11 place-items-center rounded-control text-muted text-sm uppercase hover:text-text aria-pressed:font-semibold aria-pressed:text-text aria-pressed:underline aria-pressed:decoration-2 aria-pressed:decoration-accent aria-pressed:underline-offset-8"
        >
          {language}
        </button>
      ))}
    </fieldset>
  )
}

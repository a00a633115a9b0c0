import { useTranslation } from 'react-i18next'
import { applyTheme, useTheme } from '../lib/theme.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Shows the theme that a press switches to. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const other = useTheme() === 'light' ? 'dark' : 'light'
  return (
    <IconButton
      label={other === 'light' ? t('lightTheme') : t('darkTheme')}
      onClick={() => applyTheme(other)}
    >
      <Icon name={other === 'light' ? 'sun' : 'moon'} />
    </IconButton>
  )
}

import { useTranslation } from 'react-i18next'
import { useTheme, wearTheme } from '../lib/theme.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Names and draws the theme that a press leads to. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const other = useTheme() === 'light' ? 'dark' : 'light'
  return (
    <IconButton label={other === 'light' ? t('lightTheme') : t('darkTheme')} onClick={() => wearTheme(other)}>
      <Icon name={other === 'light' ? 'sun' : 'moon'} />
    </IconButton>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Dark by default. The choice is kept under the key that public/theme.js reads before the first paint. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const [theme, setTheme] = useState(document.documentElement.dataset.theme)
  const other = theme === 'light' ? 'dark' : 'light'
  return (
    <IconButton
      label={other === 'light' ? t('lightTheme') : t('darkTheme')}
      onClick={() => {
        document.documentElement.dataset.theme = other
        localStorage.setItem('theme', other)
        setTheme(other)
      }}
    >
      <Icon name={other === 'light' ? 'sun' : 'moon'} />
    </IconButton>
  )
}

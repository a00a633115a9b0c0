import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { share } from '../lib/share.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

type ShareButtonProps = {
  /** Of a public page. */
  path: string
  title: string
  text: string
  /** What the button says it does; by default, that it shares a project. */
  label?: string
}

/** Shares the address of a public page. */
export function ShareButton({ path, title, text, label }: ShareButtonProps) {
  const { t } = useTranslation()

  async function press() {
    const outcome = await share(navigator, { title, text, url: new URL(path, location.href).href })
    if (outcome === 'copied') toast.success(t('share.copied'))
    if (outcome === 'unsupported') toast.error(t('share.unsupported'))
  }

  return (
    <IconButton label={label ?? t('share.label')} onClick={() => void press()} className="border border-line">
      <Icon name="share" />
    </IconButton>
  )
}

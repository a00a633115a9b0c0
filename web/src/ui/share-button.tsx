import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#domain/wire/api.ts'
import { paths } from '../../lib/paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { share } from './share.ts'

/** Hands the auction's address on. */
export function ShareButton({ project }: { project: ProjectWire }) {
  const { t } = useTranslation('auction')
  const { uid, projectName, author } = project

  async function press() {
    const url = new URL(paths.auction(uid), location.href).href
    const text = t('share.text', { projectName, author })
    const outcome = await share(navigator, { title: projectName, text, url })
    if (outcome === 'copied') toast.success(t('share.copied'))
    if (outcome === 'unsupported') toast.error(t('share.unsupported'))
  }

  return (
    <IconButton label={t('share.label')} onClick={() => void press()} className="border border-line">
      <Icon name="share" />
    </IconButton>
  )
}

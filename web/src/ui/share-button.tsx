import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { paths } from '../lib/paths.ts'
import { share } from '../lib/share.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

type ShareButtonProps = { project: Pick<ProjectWire, 'uid' | 'projectName' | 'author'> }

/** Shares the address of a project's public page. */
export function ShareButton({ project: { uid, projectName, author } }: ShareButtonProps) {
  const { t } = useTranslation()

  async function press() {
    const url = new URL(paths.project(uid), location.href).href
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

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { paths } from '../../../lib/paths.ts'
import { unlockInWords } from '../../../lib/period.ts'
import { rememberReturn } from '../../../lib/return-path.ts'
import { useSession } from '../../../session/provider.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ownershipQuery } from './api.ts'

/** The page's main action: sign in and buy, bid, or listen to what the fan already owns. */
export function ProjectAction({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const { state } = useSession()
  const isIn = state.phase === 'signed-in'
  const owned = useQuery({ ...ownershipQuery(project.uid), enabled: isIn }).data ?? false
  const { uid, projectName, phase, totalAvailable } = project
  const look = 'mt-6 w-full sm:w-auto sm:self-start sm:px-10'

  if (owned) {
    return (
      <ButtonLink to={paths.shelf} className={look}>
        {t('yours')}
      </ButtonLink>
    )
  }
  if (phase === 'closed') {
    return (
      <div className="mt-8 flex flex-col items-start gap-4">
        <p className="font-medium text-lg">{t('closedTitle', { projectName })}</p>
        <p className="text-muted">{t('closedText')}</p>
        <ButtonLink to={paths.dashboard}>{t('others')}</ButtonLink>
      </div>
    )
  }
  if (project.isPaused) return <p className="mt-6 text-muted">{t('paused')}</p>
  if (phase === 'first_lot' && totalAvailable === 0) return <p className="mt-6 text-muted">{t('noUnits')}</p>
  if (!isIn) {
    return (
      <>
        <ButtonLink
          to={paths.login}
          onClick={() => rememberReturn(paths.project(uid), Date.now())}
          className={look}
        >
          {t('listen')}
        </ButtonLink>
        <p className="mt-3 max-w-[50ch] text-muted text-sm">
          {t('how', { unlock: unlockInWords() })} {t('signInFirst')}
        </p>
      </>
    )
  }
  return (
    <>
      <ButtonLink to={phase === 'auction' ? paths.auction(uid) : paths.payment(uid)} className={look}>
        {t(phase === 'auction' ? 'bid' : 'listen')}
      </ButtonLink>
      <p className="mt-3 max-w-[50ch] text-muted text-sm">{t('how', { unlock: unlockInWords() })}</p>
    </>
  )
}
